import { beforeAll, expect, test } from 'vitest';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import {
  app,
  call,
  customer,
  fitTo,
  fittedTracker,
  newVehicle,
  operator,
  permit,
  sites,
  withFleet,
} from '#main/testing/fleet/fleet.ts';
import { rowsOfSection, sectionRead } from '#main/testing/reports/section-read.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';

withFleet();

/** Visits of geofences are found as positions arrive. */
const now = Math.floor(Date.now() / minuteMs) * minuteMs;
const start = now - 6 * hourMs;
const north = (metres: number) => ({ lat: 25 + metres / 111_195, lng: 55 });
const read = async (kind: string, [begin, end]: readonly [number, number], person = customer) =>
  rowsOfSection(await sectionRead(app, person, { app: 'fleet', kind, period: { from: iso(begin), to: iso(end) } }));
const day = [now - dayMs, now] as const;

let trackers: [number, number];
beforeAll(async () => {
  const circle = (metres: number, radius: number) => ({ kind: 'circle' as const, center: north(metres), radius });
  await call('POST', '/point-of-interest', { name: 'Souq branch', location: north(10_000) });
  await call('POST', '/geo-fence', { name: 'Depot', description: '', purpose: 'depot', shape: circle(10_000, 1000) });
  const other = { name: 'Of another app', description: '', purpose: 'depot', shape: circle(10_000, 800) };
  await call('POST', '/geo-fence', other);
  await app.kit.pool.query("UPDATE geofence SET app_id = 'sample' WHERE name = $1", [other.name]);
  const vans = [await newVehicle({ name: 'Van' }), await newVehicle({ name: 'Elsewhere', structureId: sites[1] })];
  trackers = [0, 0];
  for (const [n, { id }] of vans.entries()) {
    trackers[n] = await fittedTracker(id, iso(start - dayMs));
    const stand = { minutes: 30, speed: 0 };
    await drive(
      app,
      trackers[n],
      journey(start, [{ minutes: 10, speed: 60 }, stand, { minutes: 10, speed: 60 }, stand]),
    );
  }
});

test('visits to geofences and points of interest stay as long as they were in the period', async () => {
  const rows = (await read('geofence-visits', day)).filter(({ vehicle }) => vehicle === 'Van');
  expect(rows.map(({ place, placeKind }) => [place, placeKind])).toEqual([
    ['Depot', 'geofence'],
    ['Souq branch', 'point'],
  ]);
  const [depot] = rows;
  const [entered, left] = [Date.parse(String(depot?.entered)), Date.parse(String(depot?.left))];
  expect(depot?.stayedInPeriod).toBe((left - entered) / 1000);
  const middle = start + 20 * minuteMs;
  const halves = [await read('geofence-visits', [day[0], middle]), await read('geofence-visits', [middle, day[1]])];
  const stayed = halves.map((half) => Number(half.find(({ place }) => place === 'Depot')?.stayedInPeriod));
  expect((stayed[0] ?? 0) + (stayed[1] ?? 0)).toBe(depot?.stayedInPeriod);
  expect(stayed[1]).toBe((left - middle) / 1000);
});

test('a speeding vehicle has the times and the limit of its alarm', async () => {
  const raise = (deviceId: number, minutes: number) =>
    emittingAsSystem(app.kit, app.kit.db, (context) =>
      raiseAlarms(context, [
        {
          ...{ deviceId, kind: 'overspeed', severity: 'problem', at: start + minutes * minuteMs },
          limit: { sensor: null, geofence: 'Depot', operator: 'over-limit', value: 40 },
        },
      ]),
    );
  for (const tracker of trackers) for (const minutes of [2, 5]) await raise(tracker, minutes);
  // The alarm stays with the vehicle.
  const { id } = await newVehicle({ name: 'Later' });
  await fitTo(trackers[0], id, { at: iso(now - minuteMs), move: true });
  const [elsewhere, van, ...others] = await read('overspeed', day);
  expect([elsewhere?.vehicle, others]).toEqual(['Elsewhere', []]);
  expect(van).toMatchObject({
    ...{ vehicle: 'Van', from: iso(start + 2 * minuteMs), to: iso(start + 5 * minuteMs), lasted: 180 },
    ...{ speedLimit: 40, geofence: 'Depot' },
  });
  expect(await read('overspeed', [start + 10 * minuteMs, now])).toEqual([]);
});

test('somebody limited to a site gets its vehicles only', async () => {
  await permit([
    [sites[1], 'vehicle', ['read']],
    [sites[1], 'operational-alarm', ['read']],
  ]);
  const names = async (kind: string) => (await read(kind, day, operator)).map(({ vehicle }) => vehicle);
  expect(await names('geofence-visits')).toEqual(['Elsewhere']);
  expect(await names('overspeed')).toEqual(['Elsewhere']);
});
