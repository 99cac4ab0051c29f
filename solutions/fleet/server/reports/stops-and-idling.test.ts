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
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai. */
const from = at('2026-01-09T20:00Z');
const go = (minutes: number, speed = 60) => ({ minutes, speed, ignition: true });
const read = async (kind: string, begin: number, end: number, person = customer) =>
  rowsOfSection(await sectionRead(app, person, { app: 'fleet', kind, period: { from: iso(begin), to: iso(end) } }));

/** 20 km, an idle stop over midnight, and 10 km with a pause of two minutes. */
const stopAt = from - 10 * minuteMs;
const leaveAt = from + 20 * minuteMs;
beforeAll(async () => {
  await call('POST', '/point-of-interest', { name: 'Souq branch', location: { lat: 25 + 20_000 / 111_195, lng: 55 } });
  const driver = (await call('POST', '/driver-profile', { name: 'Rajesh Kumar', structureId: sites[0] })).body.data;
  const { id } = await newVehicle({ name: 'Van', usualDriverId: driver.id });
  await drive(
    app,
    await fittedTracker(id, iso(from - dayMs)),
    journey(stopAt - 20 * minuteMs, [
      go(20),
      { minutes: 30, speed: 0, ignition: true },
      ...[go(5), { minutes: 2, speed: 0, ignition: true }, go(5)],
      { minutes: 60, speed: 0, ignition: false },
    ]),
  );
  const far = await newVehicle({ name: 'Elsewhere', structureId: sites[1] });
  await drive(
    app,
    await fittedTracker(far.id, iso(from - dayMs)),
    journey(from + 3 * hourMs, [go(20), { minutes: 30, speed: 0, ignition: true }]),
  );
});

test('a stop is at the point of interest, and counts for as long as it was in the period', async () => {
  const [first] = (await read('stops', from, from + hourMs)).filter(({ vehicle }) => vehicle === 'Van');
  expect(first).toMatchObject({
    ...{ place: 'Souq branch', usualDriver: 'Rajesh Kumar', from: iso(stopAt), to: iso(leaveAt) },
    stayedInPeriod: 20 * 60,
  });
  const [before] = await read('stops', from - hourMs, from);
  expect(before).toMatchObject({ place: 'Souq branch', stayedInPeriod: 10 * 60 });
});

test('the stop at which a vehicle still is has no end', async () => {
  const rows = await read('stops', from, from + dayMs);
  expect(rows.filter(({ to }) => to === null).map(({ vehicle }) => vehicle)).toEqual(['Elsewhere', 'Van']);
});

test('idling at a stop and on a journey is of the period', async () => {
  const during = async (begin: number, end: number) =>
    (await read('idling', begin, end))
      .filter(({ vehicle }) => vehicle === 'Van')
      .map(({ during, place, idleInPeriod }) => [during, place, idleInPeriod]);
  // A vehicle is slow between two positions at which it is: each time begins a minute late here.
  expect(await during(from - hourMs, from + 2 * hourMs)).toEqual([
    ['stop', 'Souq branch', 29 * 60],
    ['journey', null, 60],
  ]);
  expect(await during(from - hourMs, from)).toEqual([['stop', 'Souq branch', 9 * 60]]);
  expect(await during(from, from + 2 * hourMs)).toEqual([
    ['stop', 'Souq branch', 20 * 60],
    ['journey', null, 60],
  ]);
});

test('somebody limited to a site gets its vehicles only, and no points of interest without the ability', async () => {
  await permit([[sites[1], 'vehicle', ['read']]]);
  const found = async (kind: string) =>
    (await read(kind, from - dayMs, from + dayMs, operator)).map(({ vehicle, place }) => [vehicle, place]);
  const place = `${(25 + 20_000 / 111_195).toFixed(5)}, 55.00000`;
  expect(await found('stops')).toEqual([['Elsewhere', place]]);
  expect(await found('idling')).toEqual([['Elsewhere', place]]);
});
