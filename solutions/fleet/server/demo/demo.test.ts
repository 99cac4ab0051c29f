import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { dayMs, hourMs, wallDay } from '#platform/common/time/wall-clock.ts';
import { loadDemo } from './demo.ts';
import { tours } from './tours.ts';
import { swapped, vehicles } from './vehicle-data.ts';

let app: Rasid;
let manager: TestPerson;

beforeAll(async () => {
  app = await rasid();
  await loadDemo({ ...app.kit, settings: { ...app.kit.settings, demoHistoryDays: 14 } });
  await makeAllSegments(app);
  manager = await app.signIn('tareeq@rasid.test');
}, 120_000);
afterAll(() => app.close());

const call = async (path: string) => {
  const { status, body } = await manager.call('GET', `/fleet/api${path}`);
  expect([path, status]).toEqual([path, 200]);
  return body.data;
};

test('the demo has every vehicle, and all with a tour have been driven', async () => {
  const rows = await call('/vehicle?limit=100');
  expect(rows).toHaveLength(vehicles.length);
  const driven = await call('/analysis/vehicles-distance-traveled?limit=100');
  expect(driven.filter(({ metres }: { metres: number }) => metres > 20_000)).toHaveLength(tours.length);
});

test('each quarter of an hour of a vehicle adds up to 900 seconds, and days add up to their week', async () => {
  const { rows } = await app.kit.pool.query(
    `SELECT subject_id, quarter, sum(driving_s + idle_s + stopped_s + nodata_s)::integer AS seconds FROM track_quarter
      WHERE subject_type = 'vehicle' GROUP BY 1, 2 HAVING quarter > (SELECT min(q.quarter) FROM track_quarter q WHERE q.subject_type = 'vehicle' AND q.subject_id = track_quarter.subject_id)`,
  );
  const newest = Date.now() - hourMs / 2;
  const today = Date.parse(`${wallDay(Date.now(), 'Asia/Dubai')}T00:00Z`) - 4 * hourMs;
  // Until the former tracker is known to be offline, the seconds after its last position are nobody's.
  const untilSwapped = today - dayMs / 2 - hourMs / 4;
  const odd = rows.filter(({ quarter, seconds }) => {
    const at = Date.parse(quarter);
    return at < newest && at !== untilSwapped && seconds !== 900;
  });
  expect([rows.length > 10_000, odd]).toEqual([true, []]);
  const week = await call(
    `/analysis/distance-traveled?bucket=day&from=${new Date(today - 7 * dayMs).toISOString()}&to=${new Date(today).toISOString()}`,
  );
  expect(week.buckets).toHaveLength(7);
  expect(week.buckets.reduce((sum: number, { metres }: { metres: number }) => sum + metres, 0)).toBe(week.total);
});

test('the vehicle with another tracker since yesterday has driven with both, each in its time', async () => {
  const [vehicle] = await call(`/vehicle?search=${swapped}`);
  const fittings = (await call('/device/fitting?limit=100')).filter(
    ({ subject }: { subject: { id: number } }) => subject.id === vehicle.id,
  );
  expect(fittings.map(({ toAt }: { toAt: string | null }) => toAt === null).sort()).toEqual([false, true]);
  const log = await call(
    `/vehicle/${vehicle.id}/log?from=${new Date(Date.now() - 3 * dayMs).toISOString()}&to=${new Date().toISOString()}&kinds=fitted,unfitted,journey`,
  );
  expect(log.lines.map(({ kind }: { kind: string }) => kind)).toEqual(expect.arrayContaining(['fitted', 'unfitted']));
});

test('papers have ended and will end, and places have been visited', async () => {
  const { papers, statuses } = await call('/vehicle/metadata');
  const counts = Object.fromEntries(papers.map(({ value, count }: { value: string; count: number }) => [value, count]));
  expect(counts).toMatchObject({ expired: 1, soon: 2 });
  expect(statuses.map(({ value }: { value: string }) => value)).toEqual(
    expect.arrayContaining(['suspended', 'no-device']),
  );
  const points = await call('/point-of-interest?limit=100');
  expect(points.filter(({ visits }: { visits: number }) => visits > 0).length).toBeGreaterThan(3);
});
