import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type Driven,
  drive,
  forgetDrives,
  quartersOf,
  segmentFiguresOf,
  vehicleTrackers,
} from '#main/testing/tracking/test-drive.ts';
import { type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let devices: number[];
const start = Date.UTC(2026, 0, 10, 6, 3, 20);

beforeAll(async () => {
  app = await rasid();
  const customer = await app.signIn('customer@rasid.test');
  devices = await vehicleTrackers(app, (await customer.call('GET', '/session')).body.data.company.id, 4);
});
afterAll(() => app.close());

/** 5,000 positions of a working day: drives, jams, stops with and without the engine, silence; ten jumps if wanted. */
function workingDay(jumps: boolean): Driven[] {
  const fixes: Driven[] = [];
  let [time, metres, odometer] = [start, 0, 40_000];
  const go = (count: number, speed: number, ignition: boolean, seconds = 10) => {
    for (let i = 0; i < count && fixes.length < 5000; i++) {
      time += seconds * 1000;
      metres += (speed / 3.6) * seconds + (speed === 0 ? (i % 3) - 1 : 0);
      odometer += ((Math.abs(speed) / 3.6) * seconds * 1.05) / 1000;
      fixes.push({ time, metres, speed: Math.abs(speed), ignition, odometerKm: Math.round(odometer * 1000) / 1000 });
    }
  };
  for (let tour = 0; fixes.length < 5000; tour++) {
    go(20, 0, false, 60);
    go(60 + tour, 54, true);
    go(24, 0, true);
    go(110, 87, true);
    if (tour % 3 === 1) time += 25 * 60_000;
    go(30, 36, true);
    go(40, 0, tour % 2 === 0);
    go(50, -70, true);
    go(12, 3, true, 13.5);
  }
  if (!jumps) return fixes;
  const lengths = [1, 2, 3, 4, 5, 6, 7, 8, 1, 2];
  const jumped = lengths.flatMap((length, at) => {
    const before = fixes[300 + at * 450];
    if (!before) throw new Error('too few positions');
    return Array.from(
      { length },
      (_, i): Driven => ({ time: before.time + (i + 1) * 900, metres: before.metres + 300_000 }),
    );
  });
  return [...fixes, ...jumped].sort((a, b) => a.time - b.time);
}

const figuresOf = async (device: number) => ({
  segments: await segmentFiguresOf(app, device),
  quarters: await quartersOf(app, device),
});

test('5,000 positions make the same segments and quarters in order, shuffled, twice and in 40 batches, and jumps no metre', async () => {
  await forgetDrives(app);
  const [ordered = 0, shuffled = 0, twice = 0, plain = 0] = devices;
  const day = workingDay(true);
  await drive(app, ordered, day);
  const expected = await figuresOf(ordered);
  const any = fc.sample(fc.array(fc.nat(), { minLength: day.length, maxLength: day.length }), {
    numRuns: 1,
    seed: 7,
  })[0];
  const order = day
    .map((one, at) => ({ one, key: any?.[at] ?? 0 }))
    .sort((a, b) => a.key - b.key)
    .map(({ one }) => one);
  const size = Math.ceil(order.length / 40);
  for (let at = 0; at < order.length; at += size) await drive(app, shuffled, order.slice(at, at + size));
  expect(await figuresOf(shuffled)).toEqual(expected);
  for (let n = 0; n < 2; n++) await drive(app, twice, day);
  expect(await figuresOf(twice)).toEqual(expected);
  await drive(app, plain, workingDay(false));
  expect(await quartersOf(app, plain)).toEqual(expected.quarters);

  const { segments, quarters } = expected;
  const sum = (key: 'metres' | 'drivingS' | 'starts' | 'idleS') =>
    quarters.reduce((all, quarter) => all + quarter[key], 0);
  const trips = segments.filter(({ kind }) => kind === 'trip');
  expect(trips.length).toBeGreaterThan(20);
  expect(trips.every(({ source }) => source === 'odometer')).toBe(true);
  expect(sum('metres')).toBe(trips.reduce((all, { metres }) => all + Number(metres), 0));
  expect(sum('drivingS')).toBe(trips.reduce((all, { driving_s: seconds }) => all + Number(seconds), 0));
  expect(sum('starts')).toBe(trips.length);
  expect(sum('idleS')).toBeGreaterThan(0);
  const seconds = quarters.map((quarter) => quarter.drivingS + quarter.idleS + quarter.stoppedS + quarter.nodataS);
  expect(seconds.slice(0, -1).every((all) => all === 900)).toBe(true);
  expect(quarters.at(-1)?.at).toBe((quarters[0]?.at ?? 0) + (quarters.length - 1) * 900_000);
});

test('Any positions with any ignition and odometer make the same figures in any batches', async () => {
  const leg = fc.record({
    rest: fc.integer({ min: 0, max: 50 }),
    moves: fc.integer({ min: 1, max: 40 }),
    speed: fc.integer({ min: -90, max: 90 }),
    seconds: fc.constantFrom(7.3, 10, 45, 60),
    silence: fc.constantFrom(0, 0, 0, 400, 2000, 8000),
    ignition: fc.constantFrom(true, true, false, null),
    odometer: fc.constantFrom(1, 1.3, -1, 3, null),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 2, maxLength: 5 }),
      fc.array(fc.nat(), { minLength: 500, maxLength: 500 }),
      fc.integer({ min: 5, max: 60 }),
      async (legs, keys, size) => {
        await forgetDrives(app);
        const [whole = 0, batched = 0] = devices;
        const fixes: Driven[] = [];
        let [time, metres, odometer] = [start, 0, 50_000];
        const go = (count: number, speed: number, of: (typeof legs)[number], ignition: boolean | null) => {
          for (let i = 0; i < count; i++) {
            time += of.seconds * 1000;
            metres += (speed / 3.6) * of.seconds;
            odometer += ((speed / 3.6) * of.seconds * (of.odometer ?? 0)) / 1000;
            const odometerKm = of.odometer === null ? null : Math.round(Math.max(0, odometer) * 1000) / 1000;
            fixes.push({ time: Math.round(time), metres, ignition, odometerKm });
          }
        };
        for (const of of legs) {
          go(of.rest, 0, of, of.ignition);
          go(of.moves, of.speed, of, of.ignition);
          time += of.silence * 1000;
        }
        await drive(app, whole, fixes);
        const order = fixes.map((one, at) => ({ one, key: keys[at] ?? 0 })).sort((a, b) => a.key - b.key);
        for (let at = 0; at < order.length; at += size)
          await drive(
            app,
            batched,
            order.slice(at, at + size).map(({ one }) => one),
          );
        expect(await figuresOf(batched)).toEqual(await figuresOf(whole));
      },
    ),
    { numRuns: 20 },
  );
});
