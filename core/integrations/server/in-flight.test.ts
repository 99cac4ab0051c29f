import { beforeEach, expect, test } from 'vitest';
import {
  addDevice,
  app,
  connect,
  customer,
  letters,
  type MadeConnector,
  post,
  readings,
  withConnectors,
} from '#main/testing/test-connectors.ts';

withConnectors();

const start = Date.now() - 3_600_000;
let connector: MadeConnector;
let device: number;
let serial: string;
let devices = 0;

beforeEach(async () => {
  connector = await connect('http', { pointers: { time: '/ts' } });
  serial = `02020202020202${String(10 + devices++)}`;
  device = await addDevice(serial, 90401);
});

type Answer = { status: number; accepted: number[] };
/** Sends messages one after the other in a few lanes while `change` happens in between. */
async function whileSending(change: () => Promise<unknown>, id = serial): Promise<Answer[]> {
  const answers: Answer[] = [];
  let changed: Promise<unknown> | undefined;
  let next = 0;
  const lane = async () => {
    while (next < 120) {
      const n = next++;
      if (n === 40) changed = change();
      const reply = await post(connector, { id, ts: new Date(start + n * 1000).toISOString(), temperature: n / 10 });
      answers.push({ status: reply.status, accepted: reply.body.data?.accepted === 1 ? [n] : [] });
    }
  };
  await Promise.all([lane(), lane(), lane(), lane()]);
  await changed;
  return answers;
}
const statuses = (answers: readonly Answer[]) => [...new Set(answers.map(({ status }) => status))].sort();
const acknowledged = (answers: readonly Answer[]) =>
  answers.flatMap(({ accepted }) => accepted.map((n) => n / 10)).sort((a, b) => a - b);
const stored = async () => (await readings(device, 'temperature')).map(({ value }) => value).sort((a, b) => a - b);
const leftOf = async (table: string) =>
  (await app.kit.pool.query(`SELECT count(*)::integer AS n FROM ${table} WHERE connector_id = $1`, [connector.id]))
    .rows[0].n;

test('a connector that is deleted while messages arrive does not lose acknowledged ones, and does not answer with a server error', async () => {
  const answers = await whileSending(() => customer.call('DELETE', `/connector/${connector.id}`));
  expect(statuses(answers)).toEqual([200, 404]);
  const values = await stored();
  for (const value of acknowledged(answers)) expect(values).toContain(value);
  for (const table of [
    'connector_message',
    'connector_device',
    'connector_unknown',
    'connector_field',
    'connector_state',
  ])
    expect(await leftOf(table), table).toBe(0);
  expect((await post(connector, { id: serial, ts: new Date().toISOString(), temperature: 50 })).status).toBe(404);
  expect(await stored()).toEqual(values);
});

test('a connector that is paused while messages arrive accepts no further ones, and stores all that it has acknowledged', async () => {
  const answers = await whileSending(() =>
    customer.call('PATCH', `/connector/${connector.id}`, { body: { enabled: false } }),
  );
  expect(statuses(answers)).toEqual([200, 404]);
  const values = await stored();
  for (const value of acknowledged(answers)) expect(values).toContain(value);
  expect((await post(connector, { id: serial, ts: new Date().toISOString(), temperature: 50 })).status).toBe(404);
});

test('a secret that is renewed while messages arrive interrupts none: the previous one is valid for another day', async () => {
  const answers = await whileSending(() => customer.call('POST', `/connector/${connector.id}/secret`));
  expect(statuses(answers)).toEqual([200]);
  expect(acknowledged(answers)).toHaveLength(120);
  expect(await stored()).toEqual(acknowledged(answers));
});

test('a device that is adopted while its messages arrive has each of them once, or as a dead letter', async () => {
  const unknown = `0303030303030${300 + devices}`;
  await post(connector, { id: unknown, ts: new Date(start - 1000).toISOString(), temperature: 99.9 });
  const body = { externalId: unknown, app: 'sample', hardwareId: 90401, serial: unknown };
  const adopting = async () => {
    const reply = await customer.call('POST', `/connector/${connector.id}/unknown`, { body });
    expect(reply.status, JSON.stringify(reply.body)).toBe(200);
    device = reply.body.data.deviceId;
  };
  const answers = await whileSending(adopting, unknown);
  expect(statuses(answers)).toEqual([200]);
  const values = await stored();
  expect(new Set(values).size).toBe(values.length);
  for (const value of [...acknowledged(answers), 99.9]) expect(values).toContain(value);
  const aside = (await letters(connector)).filter(({ state }: { state: string }) => state === 'open');
  expect(values.length + aside.length).toBeGreaterThanOrEqual(121);
});
