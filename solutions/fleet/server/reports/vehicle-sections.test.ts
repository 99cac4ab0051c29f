import { beforeAll, expect, test } from 'vitest';
import {
  app,
  call,
  customer,
  fittedTracker,
  newVehicle,
  operator,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai. */
const from = at('2026-01-09T20:00Z');
const period = { from: iso(from), to: iso(from + 7 * dayMs) };

beforeAll(async () => {
  for (const [n, structureId] of sites.entries()) {
    const { id } = await newVehicle({ name: `Van ${n}`, structureId, insuranceExpires: `2030-0${n + 1}-05` });
    const tracker = await fittedTracker(id, iso(from - dayMs));
    await drive(
      app,
      tracker,
      journey(from + 8 * hourMs + n * dayMs, [
        { minutes: 30, speed: 60 },
        { minutes: 30, speed: 0 },
      ]),
    );
  }
});

const read = (kind: string, person = customer) => sectionRead(app, person, { app: 'fleet', kind, period });

test('the summary of vehicles in a report is what the pages show', async () => {
  const rows = rowsOfSection(await read('vehicle-summary'));
  const listed = (
    await call('GET', `/analysis/vehicles-distance-traveled?from=${period.from}&to=${period.to}&limit=100`)
  ).body.data as { vehicle: { name: string }; metres: number; journeys: number; drivingS: number }[];
  expect(rows.map(({ vehicle, distance, journeys, driving }) => [vehicle, distance, journeys, driving])).toEqual(
    listed.map(({ vehicle, metres, journeys, drivingS }) => [vehicle.name, metres / 1000, journeys, drivingS]),
  );
  expect(rows).toHaveLength(2);
});

test('papers that end first are at the top', async () => {
  const rows = rowsOfSection(await read('vehicle-papers'));
  expect(rows.map(({ vehicle, insurance }) => [vehicle, insurance])).toEqual([
    ['Van 0', '2030-01-05'],
    ['Van 1', '2030-02-05'],
  ]);
});

test('somebody limited to a site gets a report on its vehicles only', async () => {
  await permit([[sites[1], 'vehicle', ['read']]]);
  const { user } = (await operator.call('GET', '/session')).body.data;
  expect(user).toBeDefined();
  expect(rowsOfSection(await read('vehicle-summary', operator)).map(({ vehicle }) => vehicle)).toEqual(['Van 1']);
});
