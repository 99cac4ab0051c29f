import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;

beforeAll(async () => {
  app = await rasid();
  [customer, viewer, other] = (await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
});
afterAll(() => app.close());

type Line = { id: number; kind: string; device: { id: number; name: string; serial: string } };
const linesOf = async (person: TestPerson, query = ''): Promise<Line[]> => {
  const reply = await person.call('GET', `/sample/device-log?limit=100${query}`);
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return reply.body.data;
};
const renamed = async (name: string, state = 'installed') => {
  const [device] = (await customer.call('GET', `/sample/device?limit=1&state=${state}`)).body.data;
  const reply = await customer.call('PATCH', `/sample/device/${device.id}`, { body: { name } });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  return device;
};

test('the history of devices has what happened to all of an app, the newest first, with device and person', async () => {
  const device = await renamed('Roof tank');
  const [newest] = await linesOf(customer);
  expect(newest).toMatchObject({
    kind: 'renamed',
    device: { id: device.id, name: 'Roof tank', serial: device.serial },
    data: { to: 'Roof tank' },
  });
  const ids = (await linesOf(customer)).map(({ id }) => id);
  expect(ids).toEqual(ids.toSorted((a, b) => b - a));
  const installed = await linesOf(customer, '&kind=installed');
  expect(new Set(installed.map(({ kind }) => kind))).toEqual(new Set(['installed']));
  expect(new Set(installed.map(({ device: { id } }) => id)).size).toBeGreaterThan(1);
  const ofOne = await linesOf(customer, `&deviceId=${device.id}`);
  expect(new Set(ofOne.map(({ device: { id } }) => id))).toEqual(new Set([device.id]));
  const tanks = await linesOf(customer, '&solutionId=901&kind=installed');
  expect(tanks.length).toBeGreaterThan(0);
  expect(tanks.length).toBeLessThan(installed.length);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  expect(await linesOf(customer, `&at[from]=${tomorrow}`)).toEqual([]);
});

test('a person sees only lines about devices of the own company and of the structures of the permission groups', async () => {
  const seen = new Set((await linesOf(customer)).map(({ id }) => id));
  const theirs = await linesOf(other);
  expect(theirs.length).toBeGreaterThan(0);
  expect(theirs.filter(({ id }) => seen.has(id))).toEqual([]);
  const visible = (await viewer.call('GET', '/sample/device?limit=100')).body.data.map(({ id }: { id: number }) => id);
  const shown = (await linesOf(viewer)).map(({ device }) => device.id);
  expect(shown.length).toBeGreaterThan(0);
  expect(shown.filter((id) => !visible.includes(id))).toEqual([]);
  expect(shown.length).toBeLessThan(seen.size);
});
