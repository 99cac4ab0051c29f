import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeAllSegments } from '#main/testing/test-tracker.ts';
import { type Rasid, rasid } from '#main/testing.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';

let app: Rasid;
let devices: number[];
const start = Date.UTC(2026, 0, 10, 6);

/** Circles on the way. */
const fences = [
  { metres: 0, radius: 300 },
  { metres: 3000, radius: 800 },
  { metres: 12_000, radius: 2500 },
];

type Sent = { minute: number; metres: number };

beforeAll(async () => {
  app = await rasid();
  const { rows } = await app.kit.pool.query(
    `UPDATE device SET hardware_id = 90201, solution_id = 902 WHERE id IN (SELECT id FROM device WHERE app = 'sample' ORDER BY id LIMIT 2) RETURNING id`,
  );
  devices = rows.map(({ id }) => id as number);
  await app.kit.pool.query(
    `INSERT INTO geofence (company_id, name, shape) SELECT d.company_id, 'Fence ' || n.m, jsonb_build_object('kind', 'circle', 'center', jsonb_build_object('lat', 25 + n.m / 111195, 'lng', 55), 'radius', n.r)
       FROM (SELECT DISTINCT company_id FROM device WHERE id = ANY ($1)) d, unnest($2::float8[], $3::float8[]) AS n(m, r)`,
    [devices, fences.map(({ metres }) => metres), fences.map(({ radius }) => radius)],
  );
});
afterAll(() => app.close());

/** Stores a message, with the flag that its positions happened to get when they arrived, and makes the segments. */
async function arrive(device: number, message: readonly Sent[], flags: number): Promise<void> {
  const times = message.map(({ minute }) => start + minute * minuteMs);
  await app.kit.pool.query(
    `INSERT INTO device_position (device_id, time, lat, lng, accuracy, source, flags)
     SELECT $1, to_timestamp(t / 1000), 25 + m / 111195, 55, 5, 0, $4 FROM unnest($2::float8[], $3::float8[]) AS n(t, m) ON CONFLICT DO NOTHING`,
    [device, times, message.map(({ metres }) => metres), flags],
  );
  await app.kit.pool.query('INSERT INTO track_due (device_id, due_from) VALUES ($1, to_timestamp($2::float8 / 1000))', [
    device,
    Math.min(...times),
  ]);
  await makeAllSegments(app);
}

async function forget(): Promise<void> {
  for (const table of ['device_position', 'fence_visit', 'track_segment', 'track_progress', 'track_due'])
    await app.kit.pool.query(`DELETE FROM ${table} WHERE device_id = ANY ($1)`, [devices]);
}

async function tripsOf(device: number): Promise<string[]> {
  const { rows } = await app.kit.pool.query(
    `SELECT kind, extract(epoch FROM started_at) * 1000 AS started, extract(epoch FROM ended_at) * 1000 AS ended, metres, top_speed, fixes, running
       FROM track_segment WHERE device_id = $1 ORDER BY started_at`,
    [device],
  );
  return rows.map(
    (row) =>
      `${row.kind} ${(row.started - start) / minuteMs}-${(row.ended - start) / minuteMs} ${Math.round(row.metres)} m top ${Math.round(row.top_speed ?? 0)} of ${row.fixes}${row.running ? ' running' : ''}`,
  );
}
const visitsOf = async (device: number): Promise<string[]> => {
  const { rows } = await app.kit.pool.query(
    `SELECT g.name, entered, extract(epoch FROM entered_at) * 1000 AS since, extract(epoch FROM left_at) * 1000 AS until
       FROM fence_visit v JOIN geofence g ON g.id = v.geofence_id WHERE device_id = $1 ORDER BY entered_at, g.name`,
    [device],
  );
  const minuteOf = (time: string | null) => (time === null ? '' : (Number(time) - start) / minuteMs);
  return rows.map(
    (row) => `${row.name} ${minuteOf(row.since)}-${minuteOf(row.until)}${row.entered ? '' : ' from the start'}`,
  );
};
const outliersOf = async (device: number): Promise<number[]> =>
  (
    await app.kit.pool.query(
      'SELECT extract(epoch FROM time) * 1000 AS time FROM device_position WHERE device_id = $1 AND flags & 2 <> 0 ORDER BY time',
      [device],
    )
  ).rows.map(({ time }) => (time - start) / minuteMs);

/** Ten minutes at rest, 20 km in 20 minutes and ten minutes at rest; one of the positions is 300 km off. */
const drive: readonly Sent[] = Array.from({ length: 41 }, (_, minute) => {
  const metres = Math.min(20_000, Math.max(0, (minute - 10) * 1000));
  return { minute, metres: minute === 21 ? metres + 300_000 : metres };
});

test.each<[string, readonly Sent[]]>([
  ['in order', drive],
  ['with the newest position first', [...drive.slice(-1), ...drive.slice(0, -1)]],
  ['backwards', drive.toReversed()],
])('A drive of 20 km with a jump of 300 km is a trip of 20 km when its positions arrive %s', async (_order, sent) => {
  await forget();
  const [device = 0] = devices;
  for (const position of sent) await arrive(device, [position], 0);
  expect(await tripsOf(device)).toEqual([
    'stop 0-10 0 m top 0 of 11',
    'trip 10-30 20000 m top 60 of 20',
    'stop 30-40 0 m top 0 of 11 running',
  ]);
  expect(await outliersOf(device)).toEqual([21]);
  expect(await visitsOf(device)).toEqual(['Fence 0 0-11 from the start', 'Fence 3000 13-14', 'Fence 12000 20-25']);
});

test('Two positions in a row that jump 300 km and back while a device stands still do not make a trip', async () => {
  await forget();
  const [device = 0] = devices;
  const standing = Array.from({ length: 30 }, (_, minute) => ({ minute, metres: 0 }));
  const jump = [10.3, 10.6].map((minute) => ({ minute, metres: 300_000 }));
  await arrive(device, [...standing, ...jump], 0);
  expect(await tripsOf(device)).toEqual(['stop 0-29 0 m top 0 of 30 running']);
  expect(await outliersOf(device)).toEqual([10.3, 10.6]);
});

/** The companies of the devices set other limits of stops and gaps after an hour. */
const changeLimits = () =>
  app.kit.pool.query(
    `INSERT INTO tracking_setting (company_id, since, stop_metres, stop_seconds, gap_seconds)
     SELECT DISTINCT company_id, to_timestamp($2::float8 / 1000), 300, 420, 1800 FROM device WHERE id = ANY ($1)`,
    [devices, start + 60 * minuteMs],
  );

test('Positions make the same segments, flags and visits however they are shuffled, batched, repeated and delayed', async () => {
  await changeLimits();
  const leg = fc.record({
    rest: fc.integer({ min: 1, max: 14 }),
    minutes: fc.integer({ min: 1, max: 12 }),
    speed: fc.integer({ min: -1500, max: 1500 }),
    silence: fc.constantFrom(0, 0, 0, 5, 25, 90),
    /** How many positions jump, and whether the device has been carried there for good. */
    jump: fc.constantFrom(0, 0, 1, 2, 3, 5, 8),
    away: fc.constantFrom(150_000, 300_000, 700_000),
    stays: fc.constantFrom(false, false, false, true),
  });
  const arrival = fc.array(fc.record({ order: fc.nat(1_000_000), flags: fc.constantFrom(0, 2, 4) }), {
    minLength: 300,
    maxLength: 300,
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(leg, { minLength: 2, maxLength: 6 }),
      arrival,
      fc.integer({ min: 1, max: 60 }),
      async (legs, arrivals, batch) => {
        await forget();
        const [whole = 0, shuffled = 0] = devices;
        const track: Sent[] = [];
        let [minute, metres] = [0, 0];
        for (const { rest, minutes, speed, silence, jump, away, stays } of legs) {
          for (let i = 0; i < rest; i++) track.push({ minute: minute++, metres });
          for (let i = 0; i < jump; i++) track.push({ minute: minute++, metres: metres + away });
          if (stays) metres += away;
          for (let i = 0; i < minutes; i++) track.push({ minute: minute++, metres: (metres += speed) });
          minute += silence;
        }
        await arrive(whole, track, 0);
        const order = track
          .map((sent, i) => ({ sent, ...(arrivals[i] ?? { order: i, flags: 0 }) }))
          .sort((a, b) => a.order - b.order);
        for (let i = 0; i < order.length; i += batch) {
          // Every message repeats the first position of the message before.
          const message = order
            .slice(Math.max(0, i - batch), i + batch)
            .filter((_, at) => at === 0 || at >= Math.min(i, batch));
          await arrive(
            shuffled,
            message.map(({ sent }) => sent),
            order[i]?.flags ?? 0,
          );
        }
        expect(await tripsOf(shuffled)).toEqual(await tripsOf(whole));
        expect(await outliersOf(shuffled)).toEqual(await outliersOf(whole));
        expect(await visitsOf(shuffled)).toEqual(await visitsOf(whole));
      },
    ),
    { numRuns: 25 },
  );
  await app.kit.pool.query('DELETE FROM tracking_setting');
});
