import { expect, test } from 'vitest';
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
import { type Driven, drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai. */
const from = at('2026-01-09T20:00Z');
const week = [from, from + 7 * dayMs] as const;
const way = (start: number, minutes = 30): Driven[] =>
  journey(start, [
    { minutes, speed: 60 },
    { minutes: 30, speed: 0 },
  ]);
/** The way with an odometer that counts it from this many kilometres on. */
const counted = (start: number, km: number) =>
  way(start).map((one) => ({ ...one, odometerKm: km + one.metres / 1000 }));

const read = async (kind: string, [begin, end]: readonly [number, number], person = customer) =>
  rowsOfSection(await sectionRead(app, person, { app: 'fleet', kind, period: { from: iso(begin), to: iso(end) } }));
const mileageOf = async (name: string, period: readonly [number, number] = week) =>
  (await read('mileage', period))
    .filter(({ vehicle }) => vehicle === name)
    .map((row) => [row.odometerBefore, row.odometerAfter, row.odometerDifference, row.distance]);

test('the odometer is what it was at the beginning and end of the period', async () => {
  const { id } = await newVehicle({ name: 'Counted' });
  const tracker = await fittedTracker(id, iso(from - 2 * dayMs));
  await drive(app, tracker, counted(from - dayMs, 1000));
  await drive(app, tracker, counted(from + dayMs, 1030));
  await drive(app, tracker, counted(from + 8 * dayMs, 1060));
  expect(await mileageOf('Counted')).toEqual([[1030, 1060, 30, 30]]);
  // Nothing was reported in the period: the odometer stood still.
  expect(await mileageOf('Counted', [from + 3 * dayMs, from + 4 * dayMs])).toEqual([[1060, 1060, 0, 0]]);
});

test('the odometers of two trackers are not compared with each other', async () => {
  const { id } = await newVehicle({ name: 'Swapped' });
  const first = await fittedTracker(id, iso(from));
  await drive(app, first, counted(from + hourMs, 500));
  await call('POST', `/device/${first}/unfit`, { at: iso(from + dayMs) });
  const second = await newTracker();
  await fitTo(second, id, { at: iso(from + dayMs) });
  await drive(app, second, counted(from + dayMs + hourMs, 20));
  expect(await mileageOf('Swapped')).toEqual([[500, 50, 60, 60]]);
});

test('an odometer that goes backwards has no difference, and a tracker may have none', async () => {
  const [back, none] = [await newVehicle({ name: 'Backwards' }), await newVehicle({ name: 'None' })];
  const tracker = await fittedTracker(back.id, iso(from));
  await drive(app, tracker, counted(from + hourMs, 900));
  await drive(app, tracker, counted(from + dayMs, 100));
  await drive(app, await fittedTracker(none.id, iso(from)), way(from + hourMs));
  expect(await mileageOf('Backwards')).toEqual([[900, 130, null, 60]]);
  expect(await mileageOf('None')).toEqual([[null, null, null, 30]]);
});

test('drivers have the days of the vehicles that they usually drive, in the time zone of the company', async () => {
  const period = [from + 20 * dayMs, from + 22 * dayMs] as const;
  const driver = (await call('POST', '/driver-profile', { name: 'Rajesh Kumar', structureId: sites[0] })).body.data;
  const vans = [
    await newVehicle({ name: 'Van 1', usualDriverId: driver.id }),
    await newVehicle({ name: 'Van 2', usualDriverId: driver.id }),
    await newVehicle({ name: 'Van 3', structureId: sites[1] }),
  ];
  // Over midnight.
  for (const { id } of vans) await drive(app, await fittedTracker(id, iso(from)), way(from + 21 * dayMs - hourMs / 4));
  const shown = async (person = customer) =>
    (await read('driver-summary', period, person)).map(({ usualDriver, day, distance, journeys, driving }) => [
      ...[usualDriver, day, distance, journeys, driving],
    ]);
  expect(await shown()).toEqual([
    ['Rajesh Kumar', '2026-01-30', 30, 2, 1800],
    ['Rajesh Kumar', '2026-01-31', 30, 0, 1800],
    [null, '2026-01-30', 15, 1, 900],
    [null, '2026-01-31', 15, 0, 900],
  ]);
  await permit([
    [sites[1], 'vehicle', ['read']],
    [sites[1], 'driver', ['read']],
  ]);
  expect((await shown(operator)).map(([name, day]) => [name, day])).toEqual([
    [null, '2026-01-30'],
    [null, '2026-01-31'],
  ]);
});
