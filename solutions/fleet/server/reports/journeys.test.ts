import { beforeAll, expect, test } from 'vitest';
import {
  app,
  call,
  customer,
  fitTo,
  fittedTracker,
  newTracker,
  newVehicle,
  operator,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai. */
const from = at('2026-01-09T20:00Z');
const stand = (minutes: number) => ({ minutes, speed: 0 });
const go = (minutes: number, speed = 60) => ({ minutes, speed });

type Row = Record<string, string | number | null>;
const read = async (kind: string, [begin, end]: readonly [number, number], person = customer): Promise<Row[]> =>
  rowsOfSection(await sectionRead(app, person, { app: 'fleet', kind, period: { from: iso(begin), to: iso(end) } }));
/** In metres and seconds. */
const sum = (rows: readonly Row[], column: string) =>
  Math.round(rows.reduce((all, row) => all + Number(row[column]), 0) * 1000);
const of = (rows: readonly Row[], vehicle: string) => rows.filter((row) => row.vehicle === vehicle);

/** What journeys add up to in a period, and the same from the figures of vehicles. */
async function compared(period: readonly [number, number]) {
  const [listed, figures] = [await read('journeys', period), await read('vehicle-summary', period)];
  const added = ['distanceInPeriod', 'drivingInPeriod', 'beganInPeriod'].map((column) => sum(listed, column));
  return { listed, added, figures: ['distance', 'driving', 'journeys'].map((column) => sum(figures, column)) };
}

beforeAll(async () => {
  const [night, chain] = [await newVehicle({ name: 'Night' }), await newVehicle({ name: 'Chain' })];
  const tracker = await fittedTracker(night.id, iso(from - dayMs));
  // Over midnight, then twice in one quarter of an hour.
  await drive(
    app,
    tracker,
    journey(from - 10 * minuteMs, [go(30, 50), stand(30), go(8, 40), stand(6), go(21, 70), stand(60)]),
  );
  // A quarter of an hour, from 05:00, in which a journey ends and another one begins.
  const other = await fittedTracker(chain.id, iso(from - dayMs));
  await drive(app, other, journey(from + 4.75 * hourMs, [go(18), stand(6), go(40, 80), stand(30)]));
  await drive(app, other, journey(from + 2 * dayMs + 8 * hourMs, [go(30), stand(30)]));
});

test('a journey over midnight counts on the day on which it begins, and its metres are shared between both', async () => {
  const rows = async (day: number) =>
    of(await read('journeys', [from + day * dayMs, from + (day + 1) * dayMs]), 'Night').filter(
      (row) => row.from === iso(from - 10 * minuteMs),
    );
  const [[before], [after]] = [await rows(-1), await rows(0)];
  expect(before).toMatchObject({ distance: 25, beganInPeriod: 1, drivingInPeriod: 600, maxSpeed: 50 });
  expect(after).toMatchObject({ distance: 25, beganInPeriod: 0, to: iso(from + 20 * minuteMs) });
  expect(Number(before?.distanceInPeriod) + Number(after?.distanceInPeriod)).toBeCloseTo(25, 6);
  expect(Number(before?.distanceInPeriod)).toBeCloseTo(25 / 3, 1);
});

test('journeys add up to the figures of vehicles, and those of days to those of the week', async () => {
  const week = await compared([from - dayMs, from + 6 * dayMs]);
  expect(week.added).toEqual(week.figures);
  expect(week.listed).toHaveLength(6);
  const days: number[][] = [];
  for (let day = -1; day < 6; day++) {
    const { added, figures } = await compared([from + day * dayMs, from + (day + 1) * dayMs]);
    expect(added).toEqual(figures);
    days.push(added);
  }
  expect(days.reduce((all, one) => all.map((value, n) => value + (one[n] ?? 0)))).toEqual(week.added);
});

test.each([
  ['cuts the same journey twice', 5.5, 5.75],
  ['begins within one journey and ends within the next', 5, 5.25],
  ['begins within a journey, and has others in its last quarter', 0, 0.25],
  ['ends within a journey that shares a quarter with the one before', 0.5, 1],
])('the metres of a period that %s add up to the quarters', async (_, begin, end) => {
  const { added, figures } = await compared([from + begin * hourMs, from + end * hourMs]);
  expect(added).toEqual(figures);
  expect(added[0]).toBeGreaterThan(0);
});

test('the total has what was driven in the period, and the number of journeys that began in it', async () => {
  const period = { from: iso(from), to: iso(from + dayMs) };
  const section = await sectionRead(app, customer, { app: 'fleet', kind: 'journeys', period });
  const totals = new Map(section.columns.map(({ key }, n) => [key, section.totals?.[n]]));
  const rows = rowsOfSection(section);
  expect([totals.get('distance'), totals.get('beganInPeriod')]).toEqual([null, rows.length - 1]);
  expect(totals.get('distanceInPeriod')).toBeCloseTo(sum(rows, 'distanceInPeriod') / 1000, 6);
});

test('a journey on which the tracker went to another vehicle is a journey of each, with its part', async () => {
  const [first, second] = [await newVehicle({ name: 'First' }), await newVehicle({ name: 'Second' })];
  const start = from + 3 * dayMs + 8 * hourMs;
  const device = await fittedTracker(first.id, iso(start - hourMs));
  await drive(app, device, journey(start, [go(30), stand(30)]));
  await fitTo(device, second.id, { at: iso(start + 10 * minuteMs), move: true });
  await drive(app, device, journey(start + 2 * hourMs, [stand(1)]));
  const { listed, added, figures } = await compared([from + 3 * dayMs, from + 4 * dayMs]);
  expect(added).toEqual(figures);
  expect(of(listed, 'First')).toMatchObject([
    { distanceInPeriod: 10, beganInPeriod: 1, to: iso(start + 10 * minuteMs), distance: null, endPlace: null },
  ]);
  expect(of(listed, 'Second')).toMatchObject([{ distanceInPeriod: 20, beganInPeriod: 0, startPlace: null }]);
});

test('a vehicle keeps its journeys when its tracker is swapped and when it is retired', async () => {
  const { id } = await newVehicle({ name: 'Old' });
  const start = from + 4 * dayMs + 8 * hourMs;
  const [old, replacement] = [await fittedTracker(id, iso(start - hourMs)), await newTracker()];
  await drive(app, old, journey(start, [go(20), stand(30)]));
  await call('POST', `/device/${old}/unfit`, { at: iso(start + 2 * hourMs) });
  await fitTo(replacement, id, { at: iso(start + 3 * hourMs), why: 'Faulty' });
  await drive(app, replacement, journey(start + 4 * hourMs, [go(40), stand(30)]));
  await app.kit.pool.query("UPDATE fleet_vehicle SET state = 'retired' WHERE id = $1", [id]);
  const rows = of(await read('journeys', [from + 4 * dayMs, from + 5 * dayMs]), 'Old');
  expect(rows.map(({ distance, startPlace }) => [distance, startPlace])).toEqual([
    [20, '25.00000, 55.00000'],
    [40, '25.00000, 55.00000'],
  ]);
});

test('somebody limited to a site gets the journeys of its vehicles only', async () => {
  const start = from + 5 * dayMs + 8 * hourMs;
  const { id } = await newVehicle({ name: 'Elsewhere', structureId: sites[1] });
  await drive(app, await fittedTracker(id, iso(from)), journey(start, [go(20), stand(30)]));
  await permit([[sites[1], 'vehicle', ['read']]]);
  const rows = await read('journeys', [from - dayMs, from + 6 * dayMs], operator);
  expect(rows.map(({ vehicle }) => vehicle)).toEqual(['Elsewhere']);
});
