import { beforeAll, expect, test } from 'vitest';
import { app, call, fittedTracker, newVehicle, operator, permit, sites, withFleet } from '#main/testing/fleet/fleet.ts';
import { drive } from '#main/testing/tracking/test-drive.ts';
import { at, iso, journey } from '#main/testing/tracking/test-vehicles.ts';
import { dayMs, hourMs } from '#platform/common/time/wall-clock.ts';

withFleet();

/** Midnight in Dubai. */
const from = at('2026-01-09T20:00Z');
const days = { from: iso(from), to: iso(from + 2 * dayMs) };
let driven: number;
let held: number;

const since = (id: number, when: number) =>
  app.kit.pool.query('UPDATE fleet_vehicle SET created_at = $2 WHERE id = $1', [id, iso(when)]);

beforeAll(async () => {
  driven = (await newVehicle({ name: 'Driven' })).id;
  held = (await newVehicle({ name: 'Held', structureId: sites[1] })).id;
  await since(driven, from - dayMs);
  await since(held, from - dayMs);
  const tracker = await fittedTracker(driven, iso(from - dayMs));
  await drive(
    app,
    tracker,
    journey(from + 8 * hourMs, [
      { minutes: 60, speed: 60 },
      { minutes: 120, speed: 0 },
    ]),
  );
  await call('POST', `/vehicle/${held}/suspend`, { reason: 'Paint' });
  await app.kit.pool.query('UPDATE fleet_vehicle_step SET at = $2 WHERE subject_id = $1', [
    held,
    iso(from + 6 * hourMs + 60_000),
  ]);
});

type Answer = {
  byState: Record<string, number>;
  total: number;
  now: Record<string, number>;
  buckets: { seconds: Record<string, number> }[];
};
const ask = async (query: Record<string, string | number> = {}, person?: typeof operator): Promise<Answer> => {
  const text = new URLSearchParams({ ...days, ...query } as Record<string, string>);
  const { status, body } = await call('GET', `/analysis/vehicles-availabilities?${text}`, undefined, person);
  expect([status, body.errors]).toEqual([200, undefined]);
  return body.data;
};
const sum = (seconds: Record<string, number>) => Object.values(seconds).reduce((all, one) => all + one, 0);

test('the states add up to the time that the vehicles were in the fleet, by days and in all', async () => {
  const answer = await ask();
  expect(answer.total).toBe((2 * 2 * dayMs) / 1000);
  expect(sum(answer.byState)).toBe(answer.total);
  expect(answer.buckets).toHaveLength(2);
  for (const state of Object.keys(answer.byState))
    expect(answer.buckets.reduce((all, { seconds }) => all + (seconds[state] ?? 0), 0)).toBe(answer.byState[state]);
});

test('a vehicle is in use as long as it drives, and offline without a word from its tracker', async () => {
  const { byState } = await ask({ vehicleIds: driven });
  expect(byState.inUse).toBeGreaterThan(3500);
  expect(byState.inUse).toBeLessThan(3700);
  expect(byState.available).toBeGreaterThan(7000);
  expect(byState.offline).toBe((2 * dayMs) / 1000 - Number(byState.inUse) - Number(byState.available));
});

test('a suspended vehicle is suspended from the next quarter of an hour on, whatever its tracker reports', async () => {
  const { byState, now } = await ask({ vehicleIds: held });
  expect(byState.suspended).toBe((2 * dayMs - 6.25 * hourMs) / 1000);
  expect([byState.offline, now.suspended]).toEqual([6.25 * 3600, 1]);
});

test('a vehicle is unfit from the day after its papers have expired', async () => {
  await call('PATCH', `/vehicle/${driven}`, { insuranceExpires: '2026-01-10' });
  const { byState, now, total } = await ask({ vehicleIds: driven });
  // The 10th is its last day; it drove on that day.
  expect([byState.unfit, total]).toEqual([dayMs / 1000, (2 * dayMs) / 1000]);
  expect(byState.inUse).toBeGreaterThan(3500);
  expect(now.unfit).toBe(1);
  await call('PATCH', `/vehicle/${driven}`, { insuranceExpires: null });
});

test('somebody limited to a site sees the time of its vehicles only', async () => {
  await permit([[sites[0], 'vehicle', ['read']]]);
  expect((await ask({}, operator)).total).toBe((2 * dayMs) / 1000);
});
