import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { starters } from './starters.ts';

let app: Rasid;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

test('the starter of each model is accepted as a template as it is', async () => {
  const offered = (await customer.call('GET', '/metrowatch/template/starter')).body.data as {
    hardwareId: number;
    name: { en: string };
    rules: { kind: string; schedule: { timeZone: string } | null }[];
  }[];
  for (const id of Object.keys(starters).map(Number)) {
    const { name, ...starter } = offered.find(({ hardwareId }) => hardwareId === id) ?? { name: { en: '' }, rules: [] };
    expect(starter.rules.length, name.en).toBeGreaterThan(2);
    const made = await customer.call('POST', '/metrowatch/template', {
      body: { ...starter, name: `${name.en} ${id}` },
    });
    expect([made.status, made.body.errors], name.en).toEqual([201, undefined]);
  }
});

test('trackers and parking sensors begin with the rules of their kinds', () => {
  const kindsOf = (model: number) => starters[model]?.rules?.map(({ kind }) => kind);
  const tracker = ['fence-enter', 'fence-exit', 'dwell', 'moved-when-parked', 'no-position', 'speeding'];
  expect([kindsOf(1401), kindsOf(1501)]).toEqual([tracker, tracker]);
  expect(kindsOf(2001)).toEqual(['overstay', 'occupied-out-of-hours', 'no-change', 'no-change']);
});

test('a position is missed after six intervals of its model, and speed counts after half a minute', () => {
  const levelOf = (model: number, kind: string) =>
    starters[model]?.rules?.find((rule) => rule.kind === kind)?.levels[0];
  expect(levelOf(1401, 'no-position')).toMatchObject({
    severity: 'poor',
    condition: { position: 'older', than: 21_600 },
  });
  expect(levelOf(1501, 'no-position')).toMatchObject({ condition: { position: 'older', than: 10_800 } });
  expect(levelOf(1501, 'speeding')).toMatchObject({ severity: 'ok', trigger: { type: 'duration', seconds: 30 } });
});

test('the alarm of a person in need applies at all hours, and those of duty only during duty hours', async () => {
  const person = starters[1601]?.rules ?? [];
  const hours = person.map(({ kind, schedule }) => `${kind} ${schedule ? 'in hours' : 'always'}`);
  expect(hours).toEqual(['sos always', 'fall always', 'not-worn in hours', 'left-zone always', 'no-motion in hours']);
});

test('a slot that is occupied or free for seven days without a change raises an alarm, until it changes', async () => {
  const slot = (await customer.call('GET', '/metrowatch/device?solutionId=20&limit=1')).body.data[0];
  const [hour, day] = [3_600_000, 86_400_000];
  const start = Math.floor(Date.now() / hour) * hour - 20 * day;
  const at = (days: number) => new Date(start + days * day).toISOString();
  await app.kit.pool.query('DELETE FROM reading WHERE device_id = $1', [slot.id]);
  // Each hour a report: eight days free, eight days occupied, then free.
  await app.kit.pool.query(
    `INSERT INTO reading (device_id, sensor_id, time, value)
     SELECT $1, 214, $2::timestamptz + n * interval '1 hour', (n >= 192 AND n < 384)::integer FROM generate_series(0, 20 * 24 - 1) n`,
    [slot.id, at(0)],
  );
  const rules = starters[2001]?.rules?.filter(({ kind }) => kind === 'no-change') ?? [];
  const alarms = rules.map(async ({ levels }) => {
    const body = { deviceId: slot.id, levels, from: at(0), to: at(20) };
    return (await customer.call('POST', '/metrowatch/rule/test', { body })).body.data.alarms;
  });
  expect(await Promise.all(alarms)).toEqual([
    [{ from: at(15), to: at(16), severity: 'ok' }],
    [{ from: at(7), to: at(8), severity: 'ok' }],
  ]);
});
