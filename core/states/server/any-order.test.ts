import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#main/testing/test-device.ts';
import { hour, type Shown, second, sensor, TestPumps } from '#main/testing/test-pumps.ts';
import { countStatements } from '#main/testing.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import { doDue } from '#platform/server/due.ts';
import { applyReports } from './apply-reports.ts';
import { dueStates } from './due-states.ts';
import { keptStates } from './state-keys.ts';
import { type Report, StateMachine, unknownSince } from './state-machine.ts';

const rules = { confirmMs: 30 * second, unknownAfterMs: hour };
let pumps: TestPumps;
beforeAll(async () => {
  pumps = await TestPumps.add(41);
});
afterAll(() => pumps.app.close());
beforeEach(() => pumps.forget());

/** Stores reports and brings the states up to date, in one transaction. */
const apply = (reports: readonly Report[], devices: readonly number[] = [pumps.first]) => {
  const { app, model, sensorId } = pumps;
  const kept = keptStates(app.kit.apps)
    .get(model)
    ?.find((one) => one.sensorId === sensorId);
  if (!kept) throw new Error('the sample app has no pump with states');
  const sorted = reports.toSorted((a, b) => a.at - b.at);
  return emittingAsSystem(app.kit, app.kit.telemetry.db, async (context) => {
    await pumps.store(context.tx, reports, devices);
    await applyReports(
      context,
      devices.map((deviceId) => ({ deviceId, sensorId, channel: '', kept, reports: sorted })),
    );
  });
};

/** What the reports in the order of time make until now. */
function replayed(reports: readonly Report[]): Shown[] {
  const sorted = reports.toSorted((a, b) => a.at - b.at);
  const machine = new StateMachine(unknownSince(sorted[0]?.at ?? 0), rules);
  for (const report of sorted) machine.report(report);
  machine.advance(Date.now());
  const { since, value, quality } = machine.current;
  return [
    ...machine.ended.map(({ from, to, value: was, quality: as }): Shown => [from, to, was, as]),
    [since, null, value, quality],
  ];
}

/** A state may change while it is read. */
const expectInOrder = async (reports: readonly Report[], device = pumps.first) => {
  const read = async () => {
    await doDue(pumps.app.kit, [dueStates]);
    return [await pumps.shown(device), replayed(reports)];
  };
  const [found, expected] = await eventually(read, ([a, b]) => JSON.stringify(a) === JSON.stringify(b), 500).catch(
    read,
  );
  expect(found).toEqual(expected);
};

/** The distances between reports: around the times of confirmation and of silence, and far from them. */
const gaps = fc
  .constantFrom(1, 5, 29, 29.999, 30, 30.001, 60, 600, 3599.999, 3600, 3600.001, 9000)
  .map((seconds) => seconds * second);
const kinds = fc.constantFrom<Report['by']>('sensor', 'sensor', 'sensor', 'heartbeat', 'person');
const step = fc.record({ gap: gaps, value: fc.constantFrom(0, 1, 0, 1, null), by: kinds });
/** Reports that end about now, some of them by a clock that is ahead. */
const stream = fc
  .tuple(fc.array(step, { minLength: 2, maxLength: 25 }), fc.integer({ min: -90, max: 40 }))
  .map(([steps, last]) => {
    let at = Date.now() + last * second - steps.reduce((sum, { gap }) => sum + gap, 0);
    return steps.map(({ gap, value, by }): Report => {
      at += gap;
      return { at, value, by };
    });
  });
/** Most arrive in order, some late; each call has a few, and the worker looks between some of them. */
const arriving = stream.chain((all) =>
  fc.record({
    all: fc.constant(all),
    delays: fc.array(fc.constantFrom(0, 0, 0, 1, 3, 20), { minLength: all.length, maxLength: all.length }),
    sizes: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: all.length, maxLength: all.length }),
    looks: fc.array(fc.boolean(), { minLength: all.length, maxLength: all.length }),
  }),
);

test('reports and corrections make the states of their order in time, however they arrive and whenever the worker looks', async () => {
  await fc.assert(
    fc.asyncProperty(arriving, async ({ all, delays, sizes, looks }) => {
      await pumps.forget();
      const order = all
        .map((report, i) => ({ report, turn: i + (delays[i] ?? 0) }))
        .toSorted((a, b) => a.turn - b.turn)
        .map(({ report }) => report);
      for (let n = 0, call = 0; n < order.length; n += sizes[call] ?? 1, call++) {
        await apply(order.slice(n, n + (sizes[call] ?? 1)));
        if (looks[call]) await doDue(pumps.app.kit, [dueStates]);
      }
      await expectInOrder(all);
    }),
    { numRuns: 150 },
  );
});

test('transactions of the same devices at once, with the worker between them, lose nothing and do not wait for each other in a circle', async () => {
  const devices = pumps.ids.slice(0, 5);
  const now = Date.now();
  const reports = Array.from({ length: 40 }, (_, n) => sensor(now - (40 - n) * 61 * second, (n >> 1) % 2));
  const lanes = [0, 1, 2, 3].map((lane) => reports.filter((_, n) => n % 4 === lane));
  await Promise.all([
    ...lanes.map(async (lane, n) => {
      for (const report of lane) await apply([report], n % 2 === 0 ? devices : devices.toReversed());
    }),
    ...Array.from({ length: 5 }, () => doDue(pumps.app.kit, [dueStates])),
  ]);
  for (const device of devices) await expectInOrder(reports, device);
});

test('one device and forty take the same statements, for reports in order as for late ones', async () => {
  const now = Date.now();
  const [few, many] = [pumps.ids.slice(0, 1), pumps.ids.slice(1, 41)];
  const statements = async (reports: readonly Report[]) => [
    await countStatements(pumps.app, () => apply(reports, few)),
    await countStatements(pumps.app, () => apply(reports, many)),
  ];
  const alternating = (from: number, count: number) =>
    Array.from({ length: count }, (_, n) => sensor(now - from + n * 100 * second, n % 2));
  for (const reports of [
    alternating(3 * hour, 2),
    alternating(2 * hour, 2),
    // Before all others, and between them.
    [sensor(now - 4 * hour, 1)],
    alternating(2.5 * hour, 6),
    [sensor(now - 2.5 * hour + 150 * second, 0)],
  ]) {
    const [one, forty] = await statements(reports);
    expect(forty).toBe(one);
  }
});

test('a late report before several corrections decides which report contradicts the last of them', async () => {
  const start = Date.now() - 3000 * second;
  const at = (seconds: number) => start + seconds * second;
  const said = [200, 300, 400, 500, 600].map((seconds): Report => ({ at: at(seconds), value: 0, by: 'person' }));
  const inOrder = [sensor(at(0), 1), ...said, sensor(at(700), 1), sensor(at(800), 1)];
  await apply(inOrder);
  const late = sensor(at(100), 0);
  await apply([late]);
  await expectInOrder([...inOrder, late]);
  expect((await pumps.shown()).at(-1)).toEqual([at(700), null, 1, 'measured']);
});
