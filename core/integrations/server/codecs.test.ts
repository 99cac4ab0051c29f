import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { receptionOf } from './accept.ts';
import { breakerName } from './codec/decode-message.ts';
import { versionName } from './codec/samples.ts';
import { chirpstackEvents } from './fixtures/chirpstack.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let air: number;
const now = Math.floor(Date.now() / 1000) * 1000 - 600_000;

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  other = await app.signIn('other@rasid.test');
  const added = await customer.call('POST', '/sample/device', {
    body: { serial: '0101010101010101', hardwareId: 90401 },
  });
  air = added.body.data.id;
});
afterAll(() => app.close());

const good = 'function decodeUplink(input) { return { data: { temperature: input.bytes[0] / 10 } }; }';
const sample = (expected: unknown, tolerance = 0) => ({
  name: 'AA',
  form: 'hex',
  payload: 'AA',
  fPort: 1,
  expected,
  tolerance,
});
const greenSample = sample({ temperature: 17 });

let count = 0;
async function addCodec(source: string, samples: object[] = [greenSample], person = customer) {
  const made = await person.call('POST', '/codec', { body: { name: `Codec ${count++}`, source, samples } });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data as { id: number; newest: number; active: number | null };
}
const activate = (id: number, number: number) => customer.call('POST', `/codec/${id}/activate`, { body: { number } });
async function connectorWith(codecId: number, more: object = {}) {
  const made = await customer.call('POST', '/connector', {
    body: { kind: 'chirpstack', name: `With codec ${count++}`, codecId, ...more },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return made.body.data as { id: number; key: string; secret: string };
}
let frames = 0;
const up = () => {
  frames++;
  return {
    ...chirpstackEvents(new Date(now + frames * 1000).toISOString()).up,
    deduplicationId: `frame ${frames}`,
    fCnt: frames,
  };
};
const post = async ({ key, secret }: { key: string; secret: string }, body: object = up()) =>
  (
    await app.anonymous.call('POST', `/v1/connect/${key}?event=up`, {
      body,
      headers: { authorization: `Bearer ${secret}` },
    })
  ).body.data;
const temperatures = async () =>
  (
    await app.kit.pool.query('SELECT value FROM reading WHERE device_id = $1 AND sensor_id = 13 ORDER BY time', [air])
  ).rows.map(({ value }) => value);
/** The active alarms about suspended codecs of a connector. */
const failing = async ({ id }: { id: number }): Promise<string[]> =>
  (await customer.call('GET', `/connector-alarm?subjectType=connector&subjectId=${id}`)).body.data
    .filter(({ kind }: { kind: string }) => kind === 'codec-failing')
    .map(({ condition }: { condition: string }) => condition);
const letters = async (connector: { id: number }) =>
  (await customer.call('GET', `/telemetry/dead-letter?connectorId=${connector.id}`)).body.data;

describe('a codec', () => {
  test('decodes the binary payload of a message, which is stored once', async () => {
    const codec = await addCodec(good);
    expect((await activate(codec.id, 1)).body.data.active).toBe(1);
    const connector = await connectorWith(codec.id);
    const message = up();
    expect(await post(connector, message)).toEqual({ accepted: 1, duplicates: 0, refused: 0 });
    expect(await post(connector, message)).toEqual({ accepted: 0, duplicates: 1, refused: 0 });
    expect(await temperatures()).toEqual([17]);
  });

  test('may return several moments, each with its own time', async () => {
    const two = `function decodeUplink(input) { const at = input.recvTime.getTime(); return { data: [
      { time: at - 60000, values: { temperature: 1.5 } }, { time: new Date(at - 30000).toISOString(), values: { temperature: 2.5 } }] }; }`;
    const moments = { time: Date.UTC(2026, 0, 1) - 60_000, values: { temperature: 1.5 } };
    const codec = await addCodec(two, [
      sample([moments, { time: '2025-12-31T23:59:30.000Z', values: { temperature: 2.5 } }]),
    ]);
    expect((await activate(codec.id, 1)).status).toBe(200);
    expect((await post(await connectorWith(codec.id))).accepted).toBe(1);
    expect(await temperatures()).toEqual(expect.arrayContaining([1.5, 2.5]));
  });

  test('cannot be activated without a sample or with a red one, and the refusal names the red one', async () => {
    const codec = await addCodec(good, []);
    const without = await activate(codec.id, 1);
    expect([without.status, without.body.code]).toEqual([409, '01060409']);
    await customer.call('POST', `/codec/${codec.id}/version`, {
      body: { source: good, samples: [greenSample, sample({ temperature: 18 })] },
    });
    const red = await activate(codec.id, 2);
    expect(red.body).toMatchObject({
      code: '01060409',
      detail: { samples: [{ name: 'AA', green: false, output: { data: { temperature: 17 } } }] },
    });
    await customer.call('POST', `/codec/${codec.id}/version`, {
      body: { source: good, samples: [sample({ temperature: 18 }, 1)] },
    });
    expect((await activate(codec.id, 3)).body.data.active).toBe(3);
  });

  test('is rolled back by activating an older version, which applies to the next message', async () => {
    const codec = await addCodec(good);
    await activate(codec.id, 1);
    const connector = await connectorWith(codec.id);
    const doubled = good.replace('/ 10', '/ 5');
    await customer.call('POST', `/codec/${codec.id}/version`, {
      body: { source: doubled, samples: [sample({ temperature: 34 })] },
    });
    await activate(codec.id, 2);
    await post(connector);
    expect(await temperatures()).toContain(34);
    const rolled = (await activate(codec.id, 1)).body.data;
    expect(rolled.versions.map(({ number, state }: { number: number; state: string }) => [number, state])).toEqual([
      [2, 'retired'],
      [1, 'active'],
    ]);
    const log = await customer.call('GET', `/sample/device/${air}/log?kind=codec-version`);
    const changes = log.body.data.map(({ data, actor }: { data: object; actor: string }) => ({ ...data, actor }));
    expect(changes).toContainEqual({ codec: rolled.name, from: 2, to: 1, actor: 'Mariam Al Suwaidi' });
    const before = (await temperatures()).filter((value) => value === 34).length;
    await post(connector);
    expect((await temperatures()).filter((value) => value === 34)).toHaveLength(before);
  });

  test('never changes a version, even by a statement', async () => {
    const codec = await addCodec(good);
    const change = app.kit.pool.query("UPDATE codec_version SET source = 'other' WHERE codec_id = $1", [codec.id]);
    await expect(change).rejects.toThrow('never changes');
  });

  test('that fails turns the message into a dead letter with its version, and the message is read again with the next version', async () => {
    const failing =
      'function decodeUplink(input) { if (input.fPort === 1) throw new Error("port 1"); return { data: { temperature: 17 } }; }';
    const codec = await addCodec(failing, [{ ...greenSample, fPort: 2 }]);
    await activate(codec.id, 1);
    const connector = await connectorWith(codec.id);
    expect(await post(connector)).toEqual({ accepted: 0, duplicates: 0, refused: 1 });
    const [letter] = await letters(connector);
    expect(letter).toMatchObject({
      stage: 'codec',
      codecVersion: 1,
      deviceId: air,
      reasons: [{ msg: 'codec-failed', param: expect.stringContaining('port 1') }],
    });
    await customer.call('POST', `/codec/${codec.id}/version`, {
      body: { source: good.replace('/ 10', '/ 4'), samples: [sample({ temperature: 42.5 })] },
    });
    await activate(codec.id, 2);
    const replayed = await customer.call('POST', `/telemetry/dead-letter/${letter.id}/replay`, { body: {} });
    expect(replayed.body.data.reasons).toEqual([]);
    expect(await temperatures()).toContain(42.5);
  });

  test('that is missing leaves a binary message as a dead letter until there is one', async () => {
    const made = await customer.call('POST', '/connector', { body: { kind: 'chirpstack', name: 'Without codec' } });
    expect((await post(made.body.data)).refused).toBe(1);
    expect((await letters(made.body.data))[0]).toMatchObject({ stage: 'codec', reasons: [{ msg: 'codec-missing' }] });
  });

  test('that exceeds its limit ten times in a minute is suspended with an alarm until it decodes again, and others continue', async () => {
    const endless =
      'function decodeUplink(input) { if (input.fPort === 1) for (;;) {} return { data: { temperature: 17 } }; }';
    const codec = await addCodec(endless, [{ ...greenSample, fPort: 2 }]);
    await activate(codec.id, 1);
    const hostile = await connectorWith(codec.id);
    for (let i = 0; i < 11; i++) expect((await post(hostile)).refused).toBe(1);
    const reasons = (await letters(hostile)).map(({ reasons: [{ msg }] }: { reasons: [{ msg: string }] }) => msg);
    expect(reasons).toEqual(['codec-suspended', ...Array(10).fill('codec-limit')]);
    expect(await failing(hostile)).toEqual(['active']);
    const fine = await addCodec(good);
    await activate(fine.id, 1);
    const another = await connectorWith(fine.id);
    expect((await post(another)).accepted).toBe(1);
    expect(await failing(another)).toEqual([]);
    expect(await failing(hostile)).toEqual(['active']);
    await customer.call('POST', `/codec/${codec.id}/version`, { body: { source: good, samples: [greenSample] } });
    await activate(codec.id, 2);
    expect((await post(hostile)).accepted).toBe(1);
    expect(await failing(hostile)).toEqual([]);
    const [suspended] = await letters(hostile);
    const replayed = await customer.call('POST', `/telemetry/dead-letter/${suspended.id}/replay`, { body: {} });
    expect(replayed.body.data).toEqual({ stored: expect.any(Number), reasons: [] });
  });

  test('that its connector no longer uses has no alarm there', async () => {
    const endless =
      'function decodeUplink(input) { if (input.fPort === 1) for (;;) {} return { data: { temperature: 19 } }; }';
    const samples = [{ ...greenSample, fPort: 2, expected: { temperature: 19 } }];
    const failingCodec = await addCodec(endless, samples);
    await activate(failingCodec.id, 1);
    const connector = await connectorWith(failingCodec.id);
    for (let i = 0; i < 11; i++) await post(connector);
    expect(await failing(connector)).toEqual(['active']);
    const change = (body: object) => customer.call('PATCH', `/connector/${connector.id}`, { body });
    await change({ name: 'With another name' });
    expect(await failing(connector)).toEqual(['active']);
    const fine = await addCodec(good);
    await activate(fine.id, 1);
    expect((await change({ codecId: fine.id })).body.data).toMatchObject({ codecFailing: false });
    expect(await failing(connector)).toEqual([]);
  });

  test('of another company with the same source continues when the messages of the first one suspend theirs', async () => {
    const source =
      'function decodeUplink(input) { if (input.fPort === 1) for (;;) {} return { data: { temperature: 18 } }; }';
    const samples = [{ ...greenSample, fPort: 2, expected: { temperature: 18 } }];
    const [mine, theirs] = [await addCodec(source, samples), await addCodec(source, samples, other)];
    await activate(mine.id, 1);
    expect((await other.call('POST', `/codec/${theirs.id}/activate`, { body: { number: 1 } })).status).toBe(200);
    const hostile = await connectorWith(mine.id);
    for (let i = 0; i < 11; i++) await post(hostile);
    expect((await letters(hostile))[0].reasons[0].msg).toBe('codec-suspended');
    const { codecs } = receptionOf(app.kit);
    const companies = await app.kit.pool.query('SELECT company_id FROM codec WHERE id = ANY ($1) ORDER BY id', [
      [mine.id, theirs.id],
    ]);
    const suspended = companies.rows.map(({ company_id: companyId }) =>
      codecs.breaker.isSuspended(breakerName({ companyId }, { version: versionName({ source }) })),
    );
    expect(suspended).toEqual([true, false]);
  });

  test('that returns JSON nested too deeply is refused', async () => {
    const deep = "var text = ''; for (var i = 0; i < 500; i++) text += '['; text += Array(501).join(']');";
    const source = `function decodeUplink(input) { ${deep} var value = {}; Object.defineProperty(value, 'toJSON', { value: function () { return JSON.parse(text); } }); return { data: value }; }`;
    const codec = await addCodec(source);
    const run = await customer.call('POST', `/codec/${codec.id}/run`, { body: { source, samples: [greenSample] } });
    expect(run.status).toBe(200);
    expect(run.body.data.samples[0]).toMatchObject({ green: false, output: null });
  });

  test('that is being activated does not hold a transaction open while its samples run', async () => {
    const endless = 'function decodeUplink(input) { for (;;) {} }';
    const codec = await addCodec(
      endless,
      Array.from({ length: 20 }, (_, n) => ({ ...greenSample, name: `${n}` })),
    );
    const activating = activate(codec.id, 1);
    const renamed = await Promise.race([
      customer.call('PATCH', `/codec/${codec.id}`, { body: { description: 'meanwhile' } }),
      activating.then(() => null),
    ]);
    expect(renamed?.status).toBe(200);
    expect((await activating).status).toBe(409);
  });

  test('is run on its samples and, next to the active version, on real messages, without being stored', async () => {
    const codec = await addCodec(good);
    await activate(codec.id, 1);
    const connector = await connectorWith(codec.id);
    await post(connector);
    await post(connector, { ...up(), data: 'ZA==' });
    const changed = good.replace('input.bytes[0] / 10', 'input.bytes[0] > 100 ? 1 : input.bytes[0] / 10');
    const run = await customer.call('POST', `/codec/${codec.id}/run`, {
      body: { source: changed, samples: [greenSample], compare: true },
    });
    expect(run.body.data.samples).toMatchObject([{ green: false, output: { data: { temperature: 1 } } }]);
    expect(run.body.data.compared.map(({ differs }: { differs: boolean }) => differs)).toEqual([false, true]);
    const broken = await customer.call('POST', `/codec/${codec.id}/run`, {
      body: { source: 'function (', samples: [greenSample] },
    });
    expect(broken.body.data.samples[0].fault).toContain('SyntaxError');
  });

  test('of a profile takes precedence over that of the connector', async () => {
    const [one, another] = [
      await addCodec(good),
      await addCodec(good.replace('/ 10', '/ 34'), [sample({ temperature: 5 })]),
    ];
    await activate(one.id, 1);
    await activate(another.id, 1);
    const profiles = [{ profile: 'Test device-profile', app: 'sample', hardwareId: 90401, codecId: another.id }];
    await post(await connectorWith(one.id, { profiles }));
    expect(await temperatures()).toContain(5);
    expect((await customer.call('DELETE', `/codec/${another.id}`)).status).toBe(409);
  });

  test('of another company is refused, and one that is too large has a different error', async () => {
    const foreign = await addCodec(good, [greenSample], other);
    const refused = await customer.call('POST', '/connector', {
      body: { kind: 'chirpstack', name: 'Foreign codec', codecId: foreign.id },
    });
    expect([refused.status, refused.body.errors]).toEqual([418, [{ param: 'codecId', msg: 'invalid' }]]);
    const profiles = [{ profile: 'P', app: 'sample', hardwareId: 90401, codecId: foreign.id }];
    expect(
      (await customer.call('POST', '/connector', { body: { kind: 'chirpstack', name: 'Foreign codec', profiles } }))
        .status,
    ).toBe(418);
    expect(await receptionOf(app.kit).codecs.find(-1, foreign.id)).toBeNull();
    const large = await customer.call('POST', '/codec', { body: { name: 'Large', source: `//${'é'.repeat(33_000)}` } });
    expect([large.status, large.body.code, large.body.errors]).toEqual([
      418,
      '01060413',
      [{ param: 'source', msg: 'tooLong' }],
    ]);
  });
});
