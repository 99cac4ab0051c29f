import { afterAll, beforeAll, expect, test } from 'vitest';
import { instantOf, offsetAt } from '#platform/common/time/wall-clock.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const zones = Intl.supportedValuesOf('timeZone');
const days = (from: string, count: number, step: number) =>
  Array.from({ length: count }, (_, n) => new Date(Date.parse(from) + n * step * 86_400_000).toISOString());

test('SQL and the program agree on the clocks of every time zone, also where the files of PostgreSQL differ', async () => {
  // Two years in steps of fifteen days, and a summer and a winter of other decades.
  const instants = [
    ...days('2026-01-01T12:00:00Z', 49, 15),
    ...days('2012-01-15T12:00:00Z', 2, 180),
    ...days('2044-01-15T12:00:00Z', 2, 180),
  ];
  const { rows } = await app.kit.pool.query<{ zone: string; at: string; ours: number; theirs: number }>(
    `SELECT zone, at, extract(epoch FROM rasid_ahead(at, zone))::float8 * 1000 AS ours,
            extract(epoch FROM (at AT TIME ZONE zone) - (at AT TIME ZONE 'UTC'))::float8 * 1000 AS theirs
       FROM unnest($1::text[]) zone, unnest($2::timestamptz[]) at`,
    [zones, instants],
  );
  const wrong = rows.filter(({ zone, at, ours }) => ours !== offsetAt(Date.parse(at), zone));
  expect(wrong).toEqual([]);
  const differing = [...new Set(rows.filter(({ ours, theirs }) => ours !== theirs).map(({ zone }) => zone))];
  console.log(`Time zones of which PostgreSQL has other data than Node: ${differing.join(', ') || 'none'}`);
});

test.each([
  ['Africa/Casablanca', '2026-11-24T12:00:00Z', '2026-11-24T12:00:00.000Z'],
  ['America/Edmonton', '2026-11-24T12:00:00Z', '2026-11-24T18:00:00.000Z'],
  // Skipped and repeated hours of Berlin.
  ['Europe/Berlin', '2026-03-29T02:30:00Z', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T02:30:00Z', '2026-10-25T00:30:00.000Z'],
  ['Asia/Riyadh', '2026-06-01T00:00:00Z', '2026-05-31T21:00:00.000Z'],
])('the clocks of %s show %s at %s', async (zone, wall, instant) => {
  const { rows } = await app.kit.pool.query<{ at: string }>(
    "SELECT rasid_instant($1::timestamptz AT TIME ZONE 'UTC', $2) AS at",
    [wall, zone],
  );
  expect([rows[0]?.at, new Date(instantOf(Date.parse(wall), zone)).toISOString()]).toEqual([instant, instant]);
});

test('a zone that Node does not know is that of PostgreSQL', async () => {
  const { rows } = await app.kit.pool.query<{ wall: string }>(
    "SELECT rasid_wall('2026-01-01T00:00:00Z', '<+05>-05')::text AS wall",
  );
  expect(rows).toEqual([{ wall: '2026-01-01 05:00:00' }]);
});
