import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { providerOf } from '#main/testing/test-contract.ts';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { compareAll } from './compare.ts';

let app: Rasid;
let customer: TestPerson;
let viewer: TestPerson;
let other: TestPerson;
let count = 0;

beforeAll(async () => {
  app = await rasid({ start: true });
  [customer, viewer, other] = await Promise.all(
    ['customer', 'viewer', 'other'].map((name) => app.signIn(`${name}@rasid.test`)) as [
      Promise<TestPerson>,
      Promise<TestPerson>,
      Promise<TestPerson>,
    ],
  );
});
afterAll(() => app.close());

const tankModel = 90101;
const simple = { type: 'simple' };
const draft = (changes: object = {}) => ({
  name: `Template ${++count}`,
  hardwareId: tankModel,
  intervalSeconds: 300,
  settings: { gain: 40 },
  thresholds: [{ sensor: 'temperature', high: { poor: 40, problem: 60 }, low: { poor: 2 }, clearBand: 1 }],
  rules: [
    {
      name: 'High level',
      kind: 'level-high',
      levels: [{ severity: 'poor', condition: { sensor: 'level', is: '>', value: 2.5 }, trigger: simple }],
    },
  ],
  ...changes,
});
const create = (changes: object = {}, person = customer) =>
  person.call('POST', '/sample/template', { body: draft(changes) });
const made = async (changes: object = {}) => {
  const reply = await create(changes);
  expect(reply.status, JSON.stringify(reply.body)).toBe(201);
  return reply.body.data as { id: number; name: string; version: number };
};
const patch = (id: number, body: object) => customer.call('PATCH', `/sample/template/${id}`, { body });
const assign = (device: number, templateId: number, more: object = {}) =>
  customer.call('PUT', `/sample/device/${device}/template`, { body: { templateId, ...more } });
const followed = async (device: number) => (await customer.call('GET', `/sample/device/${device}/template`)).body.data;
const driftOf = async (device: number) => (await customer.call('GET', `/sample/device/${device}/drift`)).body.data;
const paramsOf = (reply: { status: number; body: { errors?: { param: string; msg: string }[] } }) => [
  reply.status,
  ...(reply.body.errors ?? []).map(({ param, msg }) => `${param} ${msg}`),
];
const attributes = 'v1/devices/me/attributes';
const openAlarms = async (device: number, kind = 'operational'): Promise<{ kind: string; severity: string }[]> =>
  (await customer.call('GET', `/sample/alarm/${kind}?deviceId=${device}`)).body.data;

describe('a template', () => {
  test('keeps its versions: only another content makes a new one', async () => {
    const { id, name } = await made();
    expect((await patch(id, { description: 'Roof tanks' })).body.data).toMatchObject({
      version: 1,
      description: 'Roof tanks',
    });
    expect((await patch(id, { settings: { gain: 40 } })).body.data.version).toBe(1);
    expect((await patch(id, { intervalSeconds: 600 })).body.data).toMatchObject({ version: 2, intervalSeconds: 600 });
    const versions = (await customer.call('GET', `/sample/template/${id}/version`)).body.data;
    expect(versions).toMatchObject([
      { version: 2, content: { intervalSeconds: 600 }, devices: 0 },
      { version: 1, content: { intervalSeconds: 300, settings: { gain: 40 } }, devices: 0 },
    ]);
    const history = (await customer.call('GET', `/sample/template/${id}/history`)).body.data;
    expect(history[0].changes).toEqual([{ field: 'newestVersion', before: 1, after: 2 }]);
    expect(paramsOf(await create({ name }))[0]).toBe(418);
  });

  test('has a version that nobody can change', async () => {
    const { id } = await made();
    await expect(
      app.kit.pool.query('BEGIN; SET LOCAL ROLE rasid_all; UPDATE template_version SET version = 9; COMMIT'),
    ).rejects.toThrow('permission denied');
    expect((await customer.call('GET', `/sample/template/${id}/version`)).body.totalRecords).toBe(1);
  });

  test.each([
    ['thresholds.0.high.poor thresholdOrder', { thresholds: [{ sensor: 'temperature', high: { ok: 50, poor: 40 } }] }],
    ['thresholds.0.low.ok thresholdOrder', { thresholds: [{ sensor: 'temperature', low: { poor: 5, ok: 4 } }] }],
    [
      'thresholds.0.high.ok thresholdOrder',
      { thresholds: [{ sensor: 'temperature', low: { ok: 5 }, high: { ok: 5 } }] },
    ],
    ['thresholds.0.low Required', { thresholds: [{ sensor: 'temperature' }] }],
    ['thresholds.0.sensor unknown-sensor', { thresholds: [{ sensor: 'co2', high: { ok: 5 } }] }],
    ['thresholds.0.sensor unknown-sensor', { thresholds: [{ sensor: 'leak', high: { ok: 5 } }] }],
    ['thresholds.0.kind invalid', { thresholds: [{ sensor: 'level', kind: 'unheard-of', high: { ok: 5 } }] }],
    ['thresholds sameSensor', { thresholds: [1, 2].map((ok) => ({ sensor: 'level', high: { ok } })) }],
    ['intervalSeconds outOfRange', { intervalSeconds: 10 }],
    ['settings.gain outOfRange', { settings: { gain: 101 } }],
    ['settings.range invalid', { settings: { range: 'middle' } }],
    ['hardwareId invalid', { hardwareId: 999 }],
    ['rules.0.kind invalid', { rules: [{ ...draft().rules[0], kind: 'unheard-of' }] }],
    ['rules.0.names Required', { rules: [{ ...draft().rules[0], kind: 'custom' }] }],
  ])('is refused under its field: %s', async (expected, changes) => {
    expect(paramsOf(await create(changes))).toEqual([418, expected]);
  });

  test('cannot have rules with commands that its author may not send', async () => {
    const valves = [{ device: 'linked', method: 'switch', params: { on: false } }];
    const rules = [{ ...draft().rules[0], actions: valves }];
    const { id } = await made({ rules });
    const templates = ['read', 'create', 'update', 'apply'].map((action) => `sample.template.${action}`);
    try {
      const without = await providerOf(app, customer, templates);
      expect((await create({}, without)).status).toBe(201);
      expect((await create({ rules }, without)).status).toBe(403);
      const change = { body: { intervalSeconds: 900 } };
      expect((await without.call('PATCH', `/sample/template/${id}`, change)).status).toBe(403);
      const entitled = await providerOf(app, customer, [...templates, 'sample.device.command']);
      expect((await create({ rules }, entitled)).status).toBe(201);
    } finally {
      await providerOf(app, customer, null);
    }
  });

  test('is changed only by administrators of its own company', async () => {
    const { id } = await made();
    expect((await create({}, viewer)).status).toBe(403);
    expect((await viewer.call('GET', `/sample/template/${id}`)).status).toBe(200);
    expect((await viewer.call('POST', `/sample/template/${id}/apply`, { body: { filter: {} } })).status).toBe(403);
    expect((await other.call('GET', `/sample/template/${id}`)).status).toBe(404);
  });

  test('begins with a starter of each model', async () => {
    const starters = (await customer.call('GET', '/sample/template/starter')).body.data;
    expect(starters).toHaveLength(6);
    expect(starters[0]).toMatchObject({
      hardwareId: tankModel,
      intervalSeconds: 60,
      settings: { gain: 50, light: true, range: 'near' },
    });
  });
});

describe('a device that follows a template', () => {
  let device: TestDevice;
  let position = 0;
  beforeEach(async () => {
    device = await testDevice(app, customer, `solutionId=901&skip=${position++ % 6}`);
    return () => device.end();
  });
  const report = (config: object) => device.publish({ config }, attributes);
  const inState = (state: string) =>
    eventually(
      () => followed(device.id),
      (template) => template.state === state,
    );

  test('has the rules of the template with their names in both languages', async () => {
    const titles = { en: 'Tank nearly full', ar: 'الخزان يوشك أن يمتلئ' };
    const { id } = await made({ rules: [{ ...draft().rules[0], name: titles.en, titles }] });
    await assign(device.id, id);
    const rules = (await customer.call('GET', `/sample/device/${device.id}/rule`)).body.data;
    const ofTemplate = rules.filter(({ templateVersionId }: { templateVersionId: number | null }) => templateVersionId);
    expect(ofTemplate.map((rule: { titles: object }) => rule.titles)).toContainEqual(titles);
    expect(ofTemplate.every((rule: { titles: { ar: string } | null }) => rule.titles?.ar)).toBe(true);
  });

  test('follows the thresholds and rules of the template, which its chart shows', async () => {
    const { id } = await made({ intervalSeconds: null, settings: {} });
    const reply = await assign(device.id, id);
    expect(reply.body.data).toMatchObject({ state: 'in-sync', template: { id, version: 1, newest: 1 } });
    const limits = (await customer.call('GET', `/sample/device/${device.id}/limit`)).body.data;
    expect(limits).toContainEqual({ sensor: 'temperature', operator: '>', value: 60, severity: 'problem' });
    expect(limits.filter(({ sensor }: { sensor: string }) => sensor === 'level')).toEqual([
      { sensor: 'level', operator: '>', value: 2.5, severity: 'poor' },
    ]);
    await device.publish({ temperature: 45, level: 2.7 });
    const kinds = (await openAlarms(device.id)).map(({ kind, severity }) => `${kind} ${severity}`);
    expect(kinds.sort()).toEqual(['level-high poor', 'threshold-temperature poor']);
    await device.publish({ temperature: 61 });
    expect((await openAlarms(device.id)).find(({ kind }) => kind === 'threshold-temperature')).toMatchObject({
      severity: 'problem',
      names: { en: 'Temperature outside its limits', ar: 'قيمة درجة الحرارة خارج الحدود' },
    });
    // It clears by the band of the threshold.
    await device.publish({ temperature: 39.5 });
    expect((await openAlarms(device.id)).find(({ kind }) => kind === 'threshold-temperature')).toMatchObject({
      condition: 'active',
    });
    await device.publish({ temperature: 38.9 });
    expect((await openAlarms(device.id)).find(({ kind }) => kind === 'threshold-temperature')).toMatchObject({
      condition: 'cleared',
    });
    // The rule cannot be changed by itself.
    const rules = (await customer.call('GET', `/sample/device/${device.id}/rule`)).body.data;
    const rule = rules.find(({ kind }: { kind: string }) => kind === 'level-high');
    expect((await customer.call('DELETE', `/sample/rule/${rule.id}`)).body.word).toBe('rule-of-template');
    const listed = (await customer.call('GET', '/sample/rule?limit=100')).body.data;
    expect(listed.some((one: { id: number }) => one.id === rule.id)).toBe(false);
  });

  test('keeps the alarm of a rule that its new version still has, and loses that of a rule that is gone', async () => {
    const { id } = await made({ intervalSeconds: null, settings: {} });
    await assign(device.id, id);
    await device.publish({ temperature: 45, level: 2.7 });
    await patch(id, { rules: [] });
    expect((await followed(device.id)).state).toBe('outdated');
    expect((await assign(device.id, id)).body.data).toMatchObject({ state: 'in-sync', template: { version: 2 } });
    const condition = async (kind: string) =>
      ((await openAlarms(device.id)) as { kind: string; condition?: string }[]).find((one) => one.kind === kind)
        ?.condition;
    await eventually(
      () => condition('level-high'),
      (now) => now === 'cleared',
    );
    expect(await condition('threshold-temperature')).toBe('active');
  });

  test('gets interval and settings as commands that wait, and is in sync only when its reported config equals them', async () => {
    const { id } = await made();
    expect((await assign(device.id, id)).body.data.state).toBe('pending');
    const client = await device.connect();
    client.on('message', (topic) => client.publish(topic.replace('request', 'response'), '{}', { qos: 1 }));
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    const commands = async () => (await customer.call('GET', `/sample/device/${device.id}/command?limit=2`)).body.data;
    // The answer alone confirms nothing.
    await eventually(commands, (all) => all.every(({ state }: { state: string }) => state === 'delivered'));
    await report({ intervalSeconds: 300, gain: 39 });
    expect((await followed(device.id)).state).toBe('pending');
    await report({ intervalSeconds: 300, gain: 40 });
    expect((await commands()).map(({ state }: { state: string }) => state)).toEqual(['confirmed', 'confirmed']);
    expect(await followed(device.id)).toMatchObject({ state: 'in-sync', overrides: [] });
  });

  test('a held setting answers 200 with the literal notice and is confirmed only when the reported config equals it', async () => {
    const reply = await customer.call('POST', `/sample/device/${device.id}/command`, {
      body: { method: 'setParameters', params: { gain: 70 } },
    });
    expect([reply.status, reply.body.data.notice, reply.body.data.state]).toEqual([
      200,
      'Configuration will be set when the device is online',
      'queued',
    ]);
    const state = async () =>
      (await customer.call('GET', `/sample/device/${device.id}/command?limit=1`)).body.data[0].state;
    const client = await device.connect();
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await eventually(state, (now) => now === 'delivered');
    await client.publishAsync(`v1/devices/me/rpc/response/${reply.body.data.id}`, '{}', { qos: 1 });
    await report({ gain: 69 });
    expect(await state()).toBe('delivered');
    await report({ gain: 70 });
    expect(await state()).toBe('confirmed');
  });

  test('an expired held setting raises settings-not-applied and can be sent again', async () => {
    const { id } = await made({ intervalSeconds: null, settings: { gain: 33 } });
    await customer.call('POST', `/sample/template/${id}/apply`, { body: { deviceIds: [device.id] } });
    await inState('pending');
    await app.kit.pool.query(
      "UPDATE device_command SET expires_at = now() - interval '1 second' WHERE device_id = $1 AND state = 'queued'",
      [device.id],
    );
    expect(await inState('failed')).toMatchObject({ failure: 'expired' });
    expect(await openAlarms(device.id, 'status')).toContainEqual(
      expect.objectContaining({ kind: 'settings-not-applied', severity: 'ok' }),
    );
    const [application] = (await customer.call('GET', `/sample/template/${id}/application`)).body.data;
    expect(application.counts).toEqual({ error: 1 });
    const retried = await customer.call('POST', `/sample/template/${id}/application/${application.id}/retry`, {
      body: {},
    });
    expect(retried.status).toBe(202);
    await inState('pending');
    const client = await device.connect();
    await client.subscribeAsync('v1/devices/me/rpc/request/+', { qos: 1 });
    await eventually(
      async () => (await customer.call('GET', `/sample/device/${device.id}/command?limit=1`)).body.data[0].state,
      (state) => state === 'delivered',
    );
    await report({ gain: 33 });
    expect((await followed(device.id)).state).toBe('in-sync');
    expect((await openAlarms(device.id, 'status')).map(({ kind }) => kind)).not.toContain('settings-not-applied');
    expect((await customer.call('GET', `/sample/template/${id}/application`)).body.data[0].counts).toEqual({ done: 1 });
  });

  test('a changed reported config turns the device drifted at once and names field, wanted and actual', async () => {
    await report({ intervalSeconds: 300, gain: 40 });
    const { id } = await made();
    expect((await assign(device.id, id)).body.data.state).toBe('in-sync');
    await report({ intervalSeconds: 900, gain: 40 });
    expect((await followed(device.id)).state).toBe('drifted');
    expect(await driftOf(device.id)).toEqual([
      { field: 'intervalSeconds', wanted: 300, actual: 900, since: expect.any(String) },
    ]);
    const listed = (await customer.call('GET', '/sample/device?templateState=drifted')).body.data;
    expect(listed.map((one: { id: number }) => one.id)).toContain(device.id);

    const accepted = await customer.call('POST', `/sample/device/${device.id}/drift/accept`, {
      body: { field: 'intervalSeconds' },
    });
    expect(accepted.body.data).toMatchObject({
      state: 'in-sync',
      overrides: [{ field: 'intervalSeconds', value: 900, by: expect.any(String) }],
    });
    expect(await driftOf(device.id)).toEqual([]);
    // Accepted values stay when the template is applied again with `keepLocal`, and go without.
    expect((await assign(device.id, id, { keepLocal: true })).body.data.state).toBe('in-sync');
    expect((await assign(device.id, id)).body.data).toMatchObject({ state: 'pending', overrides: [] });
    expect((await customer.call('DELETE', `/sample/device/${device.id}/template`)).status).toBe(204);
    expect(await followed(device.id)).toMatchObject({ state: 'none', template: null });
  });

  test('a rule of the device alone in the place of a rule of the template is a difference', async () => {
    const titles = { en: 'High level', ar: 'منسوب مرتفع' };
    const rules = [{ ...draft().rules[0], titles }];
    const { id } = await made({ intervalSeconds: null, settings: {}, rules });
    await assign(device.id, id);
    const levels = [{ severity: 'ok', condition: { sensor: 'level', is: '>', value: 2.9 }, trigger: simple }];
    const rule = { name: 'Own limit', kind: 'level-high', deviceId: device.id, levels };
    const local = (await customer.call('POST', '/sample/rule', { body: rule })).body.data.id;
    expect((await followed(device.id)).state).toBe('drifted');
    expect(await driftOf(device.id)).toMatchObject([
      { field: 'rule.level-high', wanted: 'High level', actual: 'Own limit' },
    ]);
    const inArabic = { headers: { 'accept-language': 'ar' } };
    expect((await customer.call('GET', `/sample/device/${device.id}/drift`, inArabic)).body.data).toMatchObject([
      { wanted: titles.ar, actual: 'Own limit' },
    ]);
    expect((await assign(device.id, id, { keepLocal: true })).body.data).toMatchObject({
      state: 'in-sync',
      overrides: [{ field: 'rule.level-high', value: 'Own limit' }],
    });
    await assign(device.id, id);
    expect((await customer.call('GET', `/sample/rule/${local}`)).status).toBe(404);
    expect(await driftOf(device.id)).toEqual([]);
  });

  test('is compared each night, even if no event reported a difference', async () => {
    await report({ gain: 40, intervalSeconds: 300 });
    const { id } = await made();
    await assign(device.id, id);
    await app.kit.pool.query(
      `UPDATE device SET attributes = attributes || '{"config":{"gain":41,"intervalSeconds":300}}' WHERE id = $1`,
      [device.id],
    );
    await compareAll(app.kit);
    expect(await driftOf(device.id)).toMatchObject([{ field: 'gain', wanted: 40, actual: 41 }]);
  });

  test('does not accept a template of another model or another company', async () => {
    const { id } = await made({ hardwareId: 90301, intervalSeconds: null, settings: {}, thresholds: [], rules: [] });
    expect((await assign(device.id, id)).body.word).toBe('other-model');
    expect(paramsOf(await assign(device.id, 999_999))).toEqual([418, 'templateId unknown']);
  });

  test('keeps its template from being deleted; archived it is given to no further device', async () => {
    const { id } = await made({ intervalSeconds: null, settings: {} });
    await assign(device.id, id);
    const refused = await customer.call('DELETE', `/sample/template/${id}`);
    expect([refused.status, refused.body.code]).toEqual([409, '01030409']);
    await patch(id, { status: 'archived' });
    expect((await assign(device.id, id)).body.word).toBe('template-archived');
    await customer.call('DELETE', `/sample/device/${device.id}/template`);
    expect((await customer.call('DELETE', `/sample/template/${id}`)).status).toBe(204);
  });
});

describe('a template that is given to many devices', () => {
  /** Adds installed tanks of the customer by SQL, and returns their ids. */
  const tanks = async (number: number, suspended: number): Promise<number[]> => {
    const { rows } = await app.kit.pool.query<{ id: number }>(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state, suspended)
       SELECT s.company_id, 'sample', 901, ${tankModel}, 'Many ' || n, 'MANY' || (SELECT count(*) FROM device) || '-' || n, s.id, 'installed', n <= $2
         FROM generate_series(1, $1) n, (SELECT company_id, structure_id AS id FROM device WHERE app = 'sample' AND structure_id IS NOT NULL
              AND company_id = (SELECT company_id FROM users WHERE email = 'customer@rasid.test') ORDER BY id LIMIT 1) s RETURNING id`,
      [number, suspended],
    );
    return rows.map(({ id }) => id);
  };
  const apply = (id: number, body: object) => customer.call('POST', `/sample/template/${id}/apply`, { body });
  const countsOf = async (id: number) =>
    (await customer.call('GET', `/sample/template/${id}/application`)).body.data[0].counts;
  const ended = (id: number) =>
    eventually(
      () => countsOf(id),
      ({ pending = 0 }) => pending === 0,
      60_000,
    );

  test('to 500 devices, 3 of them suspended, ends with 497 waiting and 3 errors that can be retried separately', async () => {
    const { id } = await made();
    const deviceIds = await tanks(500, 3);
    const reply = await apply(id, { deviceIds });
    expect([reply.status, reply.body.data.counts]).toEqual([202, { pending: 500 }]);
    expect(await ended(id)).toEqual({ waiting: 497, error: 3 });
    const path = `/sample/template/${id}/application/${reply.body.data.id}`;
    const failed = (await customer.call('GET', `${path}/device?state=error`)).body.data;
    expect(failed.map(({ code }: { code: string }) => code)).toEqual(Array(3).fill('device-suspended'));
    expect((await customer.call('GET', `/sample/template/${id}`)).body.data).toMatchObject({
      devices: 497,
      counts: { pending: 497 },
    });

    await app.kit.pool.query('UPDATE device SET suspended = false WHERE id = ANY ($1)', [deviceIds.slice(0, 2)]);
    await customer.call('POST', `${path}/retry`, { body: { deviceIds: [deviceIds[0]] } });
    expect(await ended(id)).toEqual({ waiting: 498, error: 2 });
    await customer.call('POST', `${path}/retry`, { body: {} });
    expect(await ended(id)).toEqual({ waiting: 499, error: 1 });
  });

  test('it is given to all devices of the model in a structure, not to those of other models', async () => {
    const { id } = await made({ intervalSeconds: null, settings: {} });
    const { structure, hardware } = (await customer.call('GET', '/sample/device?solutionId=901&limit=1&sort[id]=asc'))
      .body.data[0];
    expect(hardware.id).toBe(tankModel);
    const total = (
      await customer.call('GET', `/sample/device?hardwareId=${tankModel}&structureId=${structure.id}&limit=1`)
    ).body.totalRecords;
    await apply(id, { filter: { structureId: structure.id } });
    const counts = await ended(id);
    expect((counts.done ?? 0) + (counts.error ?? 0)).toBe(total);
    const meter = (await customer.call('GET', '/sample/device?solutionId=903&limit=1')).body.data[0].id;
    await apply(id, { deviceIds: [meter] });
    expect(await ended(id)).toEqual({ error: 1 });
    expect(paramsOf(await apply(id, { deviceIds: [999_999] }))).toEqual([418, 'deviceIds unknown']);
    expect(paramsOf(await apply(id, {}))).toEqual([418, 'deviceIds Required']);
  });

  test('an older version is applied as such, and the next application takes the place of what waits', async () => {
    const { id } = await made();
    const [deviceId = 0] = await tanks(1, 0);
    await patch(id, { intervalSeconds: 600 });
    await apply(id, { deviceIds: [deviceId], version: 1 });
    await ended(id);
    expect((await followed(deviceId)).template).toMatchObject({ version: 1, newest: 2 });
    await apply(id, { deviceIds: [deviceId] });
    await ended(id);
    const all = (await customer.call('GET', `/sample/template/${id}/application`)).body.data;
    expect(all.map(({ counts }: { counts: object }) => counts)).toEqual([{ waiting: 1 }, { error: 1 }]);
    const commands = (await customer.call('GET', `/sample/device/${deviceId}/command`)).body.data;
    expect(commands.map(({ state }: { state: string }) => state)).toEqual(['queued', 'queued', 'failed', 'failed']);
  });
});
