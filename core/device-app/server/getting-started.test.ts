import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let newcomer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid({ start: true });
  newcomer = await app.signIn('newcomer@rasid.test');
  company = (await newcomer.call('GET', '/session')).body.data.company.id;
  await app.kit.pool.query('DELETE FROM structure WHERE company_id = $1', [company]);
});
afterAll(() => app.close());

const read = async (person = newcomer) => (await person.call('GET', '/getting-started')).body.data;
const doneSteps = async (): Promise<string[]> =>
  (await read()).steps.filter(({ done }: { done: boolean }) => done).map(({ step }: { step: string }) => step);

test('each step is done once the records of the company show it', async () => {
  expect((await read()).steps.map(({ step }: { step: string }) => step)).toEqual([
    'structure',
    'app',
    'device',
    'connect',
    'value',
    'colleague',
  ]);
  const before = await doneSteps();
  expect(before).not.toContain('structure');
  const structure = {
    name: 'Site',
    kind: 'building',
    countryId: 233,
    cityId: null,
    areaId: null,
    address: '',
    location: null,
    parentId: null,
  };
  expect((await newcomer.call('POST', `/company/${company}/structure`, { body: structure })).status).toBe(201);
  expect(await doneSteps()).toEqual(['structure', ...before]);

  await newcomer.call('PUT', `/company/${company}/app/sample/trial`);
  expect(await doneSteps()).toEqual(['structure', 'app', ...before]);
  expect(await read()).toMatchObject({ app: 'sample', device: null });

  const body = { serial: '70B3D5AC0001', hardwareId: 90101, activate: true };
  const { id } = (await newcomer.call('POST', '/sample/device', { body })).body.data;
  expect(await doneSteps()).toEqual(['structure', 'app', 'device', ...before]);
  expect((await read()).device).toEqual({ id, solutionId: 901 });

  const credential = (await newcomer.call('PUT', `/sample/device/${id}/credential`)).body.data;
  expect(await doneSteps()).toEqual(['structure', 'app', 'device', 'connect', ...before]);

  const authorization = `Basic ${Buffer.from(`${credential.name}:${credential.secret}`).toString('base64')}`;
  const sent = await app.anonymous.call('POST', '/v1/telemetry', { body: { level: 2 }, headers: { authorization } });
  expect(sent.status).toBe(200);
  expect(await doneSteps()).toEqual(['structure', 'app', 'device', 'connect', 'value', ...before]);

  const colleague = { firstName: 'Noor', lastName: 'Saif', email: 'noor@colleague.test', role: 'Viewer' };
  expect((await newcomer.call('POST', `/company/${company}/user`, { body: colleague })).status).toBe(201);
  expect(await doneSteps()).toContain('colleague');
});

test('a provider has done the steps that its customers have done', async () => {
  const { steps } = await read(await app.signIn('integrator@rasid.test'));
  expect(steps).toContainEqual({ step: 'structure', done: true });
  expect(steps).toContainEqual({ step: 'device', done: true });
});

test('the steps are for administrators of companies', async () => {
  const statusOf = async (name: string) =>
    (await (await app.signIn(`${name}@rasid.test`)).call('GET', '/getting-started')).status;
  expect([await statusOf('viewer'), await statusOf('super')]).toEqual([403, 409]);
});
