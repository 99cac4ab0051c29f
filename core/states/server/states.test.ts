import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { dueDone, eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem, type Listeners } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { StateInterval } from '../common/state-interval.ts';
import { correctState, makeMissing, stateIntervals } from './api.ts';
import { dueStates } from './due-states.ts';
import type { ChangedState } from './events.ts';
import { type Report, StateMachine, unknownSince } from './state-machine.ts';

let app: Rasid;
let customer: TestPerson;
let device: TestDevice;
const pump = 9005;
const rules = { confirmMs: 30_000, unknownAfterMs: 3_600_000 };
/** Forty minutes ago: no sensor has been silent for too long. */
let start: number;
const longAgo = () => Date.now() - 6 * 3_600_000;
let changes: ChangedState[] = [];

beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id = (
       SELECT min(id) FROM device WHERE company_id = $1 AND app = 'sample' AND state = 'installed' AND has_token) RETURNING id`,
    [company],
  );
  device = await testDevice(app, customer, `id=${rows[0]?.id}`);
  app.kit.signals.send('device.changed', { id: device.id });
  const listening: Listeners = {
    inTransaction: {
      'states.changed': async (_, event) =>
        void changes.push(...event.changes.filter((one) => one.deviceId === device.id)),
    },
  };
  app.kit.listeners = [...app.kit.listeners, listening];
});
afterAll(async () => {
  await device.end();
  await app.close();
});
beforeEach(async () => {
  start = Date.now() - 40 * 60_000;
  await forget();
});

async function forget(): Promise<void> {
  for (const table of ['reading', 'state_interval', 'state_current', 'state_correction', 'device_channel'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = $1`, [device.id]);
  changes = [];
}

type Sent = { second: number; on: boolean; heartbeat?: boolean; unsure?: boolean };
const toPayload = ({ second, on, heartbeat = false, unsure = false }: Sent) => ({
  ts: start + second * 1000,
  values: unsure ? { leak: true } : { pump: on, byHand: heartbeat, leak: false },
});
const send = (...sent: Sent[]) => device.publish(sent.map(toPayload));
const at = (second: number, on: boolean, heartbeat = false): Sent => ({ second, on, heartbeat });

type Shown = [from: number, to: number | null, value: number | null, quality: string];
const inSeconds = ({ from, to, value, quality }: StateInterval): Shown => [
  (from - start) / 1000,
  to === null ? null : (to - start) / 1000,
  value,
  quality,
];
/** The intervals from the start of the day of the test on, in seconds since the start of the test. */
async function shown(channel = ''): Promise<Shown[]> {
  const found = await inSystem(app.kit.db, (tx) =>
    stateIntervals(tx, { devices: [device.id], sensorId: pump, from: start - 86_400_000, to: Date.now() + 600_000 }),
  );
  return (found.get(device.id) ?? []).filter((one) => one.channel === channel).map(inSeconds);
}

/** What reports in order make until now. */
function replayed(sent: readonly Sent[]): Shown[] {
  const reports = [...new Map(sent.map((one) => [one.second, one])).values()]
    .sort((a, b) => a.second - b.second)
    .map(
      ({ second, on, heartbeat, unsure }): Report => ({
        at: start + second * 1000,
        value: unsure ? null : on ? 1 : 0,
        by: heartbeat && !unsure ? 'heartbeat' : 'sensor',
      }),
    );
  const machine = new StateMachine(unknownSince(reports[0]?.at ?? 0), rules);
  for (const report of reports) machine.report(report);
  machine.advance(Date.now());
  const { since, value, quality } = machine.current;
  return [...machine.ended, { from: since, to: null, value, quality }].map(inSeconds);
}

test('states follow from messages, and each change is sent to other slices with all states since it counts', async () => {
  await send(at(0, false), at(100, true), at(200, true));
  expect(await shown()).toEqual([
    [0, 100, 0, 'bounded'],
    [100, null, 1, 'measured'],
  ]);
  await send(at(300, false), at(310, true), at(400, true));
  expect(await shown()).toHaveLength(2);
  await send(at(500, false, true), at(600, false, true));
  expect(await shown()).toEqual([
    [0, 100, 0, 'bounded'],
    [100, 500, 1, 'measured'],
    [500, null, 0, 'bounded'],
  ]);
  expect(changes.map(({ value, since }) => [value, (since - start) / 1000])).toEqual([
    [1, 100],
    [0, 500],
  ]);
  // The first reports of a sensor are followed by making its states from all that is stored.
  expect(changes.map(({ changedFrom, states }) => [(changedFrom - start) / 1000, states?.map(inSeconds)])).toEqual([
    [Number.NEGATIVE_INFINITY, undefined],
    [100, (await shown()).slice(1)],
  ]);
});

test('a late message corrects the time it is about and leaves the present state; the same again changes nothing', async () => {
  await send(at(0, false), at(1000, true), at(1100, true), at(2000, false), at(2100, false));
  changes = [];
  await send(at(500, true), at(560, true), at(700, false), at(760, false));
  const expected: Shown[] = [
    [0, 500, 0, 'bounded'],
    [500, 700, 1, 'measured'],
    [700, 1000, 0, 'measured'],
    [1000, 2000, 1, 'measured'],
    [2000, null, 0, 'measured'],
  ];
  expect(await shown()).toEqual(expected);
  expect(changes).toMatchObject([{ value: 0, since: start + 2_000_000, changedFrom: start, states: null }]);
  await send(at(500, true), at(700, false));
  expect(await shown()).toEqual(expected);
});

test('a late message that takes back a change within the time of confirmation removes it', async () => {
  await send(at(0, false), at(1000, true), at(1200, true));
  expect(await shown()).toHaveLength(2);
  await send(at(1010, false));
  await dueDone(app, [dueStates]);
  expect(await shown()).toEqual([
    [0, 1200, 0, 'bounded'],
    [1200, null, 1, 'measured'],
  ]);
});

test('silence makes the state unknown at its time, and a message that was on its way ends that again', async () => {
  start = longAgo();
  await send(at(0, true), at(60, true));
  await dueDone(app, [dueStates]);
  expect(await shown()).toEqual([
    [0, 3660, 1, 'bounded'],
    [3660, null, null, 'measured'],
  ]);
  await send(at(3000, true));
  await dueDone(app, [dueStates]);
  expect((await shown())[0]).toEqual([0, 6600, 1, 'bounded']);
});

test('what a person says holds from then on until the sensor reports a change, and late messages do not touch it', async () => {
  await send(at(0, true), at(60, true));
  const me = (await customer.call('GET', '/session')).body.data.user.id;
  const of = { deviceId: device.id, sensorId: pump, channel: '' };
  await emittingAsSystem(app.kit, app.kit.db, (context) =>
    correctState(context, { ...of, value: 0, reason: 'The bay is empty', userId: me }),
  );
  const said = (await shown())[1]?.[0] ?? 0;
  const corrected: Shown = [said, null, 0, 'corrected'];
  expect(await shown()).toEqual([[0, said, 1, 'bounded'], corrected]);
  await send(at(120, false), at(180, false), at(240, true));
  expect(await shown()).toEqual([
    [0, 120, 1, 'bounded'],
    [120, 240, 0, 'measured'],
    [240, said, 1, 'measured'],
    corrected,
  ]);
  // A device clock may be some minutes ahead.
  const next = Math.ceil(said) + 60;
  await send(at(next, true), at(next + 10, false), at(next + 60, false));
  expect((await shown()).at(-2)).toEqual([said, next + 10, 0, 'corrected']);
  const correct = (sensorId: number) =>
    emittingAsSystem(app.kit, app.kit.db, (context) =>
      correctState(context, { ...of, sensorId, value: 0, reason: 'None', userId: me }),
    );
  await expect(correct(1)).rejects.toMatchObject({ status: 404 });
});

test('any order of messages, also repeated ones, makes the states of the messages in order', async () => {
  start = longAgo();
  const second = fc.integer({ min: 0, max: 6 * 3600 - 60 });
  const seldom = fc.constantFrom(false, false, false, true);
  const one = fc.record({ second, on: fc.boolean(), heartbeat: fc.boolean(), unsure: seldom });
  const sent = fc.array(one, { minLength: 2, maxLength: 25 });
  await fc.assert(
    fc.asyncProperty(
      sent.chain((all) => {
        const unique = [...new Map(all.map((one) => [one.second, one])).values()];
        return fc.tuple(
          fc.constant(unique),
          fc.shuffledSubarray([...unique, ...unique.slice(0, 3)], {
            minLength: unique.length + Math.min(3, unique.length),
          }),
          fc.integer({ min: 1, max: 6 }),
        );
      }),
      async ([unique, shuffled, atOnce]) => {
        await forget();
        for (let n = 0; n < shuffled.length; n += atOnce) await send(...shuffled.slice(n, n + atOnce));
        await dueDone(app, [dueStates]);
        expect(await shown()).toEqual(replayed(unique));
      },
    ),
    { numRuns: 20 },
  );
});

test('channels have states of their own', async () => {
  const onChannel = (channel: string, sent: Sent) => ({ channel, ...toPayload(sent), values: { pump: sent.on } });
  await device.publish([onChannel('A', at(0, true)), onChannel('B', at(10, false)), onChannel('A', at(100, true))]);
  await device.publish([onChannel('A', at(200, false)), onChannel('A', at(300, false))]);
  expect(await shown('A')).toEqual([
    [0, 200, 1, 'bounded'],
    [200, null, 0, 'measured'],
  ]);
  expect(await shown('B')).toHaveLength(1);
  expect(await shown()).toEqual([]);
});

test('readings from before the states of a model were kept become states once', async () => {
  start = longAgo();
  await app.kit.pool.query(
    'INSERT INTO reading (device_id, sensor_id, time, value) SELECT $1, $2, to_timestamp(t / 1000), v FROM unnest($3::float8[], $4::float8[]) n(t, v)',
    [device.id, pump, [start, start + 100_000, start + 200_000], [0, 1, 1]],
  );
  await makeMissing(app.kit);
  await makeMissing(app.kit);
  const made = await eventually(shown, (all) => all.length > 2);
  expect(made).toEqual([
    [0, 100, 0, 'bounded'],
    [100, 3800, 1, 'measured'],
    [3800, null, null, 'measured'],
  ]);
});
