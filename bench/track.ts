import type pg from 'pg';
import { addDevices } from './fixtures/fixtures.ts';
import { trackStart } from './fixtures/tracks.ts';
import { percentile, startLoad } from './load-process.ts';
import { type Fixture, productRun, ratePerSecond } from './runs.ts';
import { segmentLags } from './segment-lag.ts';
import { watchEvents } from './watch-events.ts';

/**
 * Prints one JSON line: durable positions per second with 1,000 geofences and without any, compared with the bare
 * insert of the same rows, and the time from publishing a position that enters a geofence to its alarm in the browser
 * at half that load. `segmentLagP99Ms` is how long positions of 10,000 moving devices wait for the segments that include
 * them; it should be below 60,000.
 */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 4);
const positions = Number(process.env.BENCH_POSITIONS ?? 10);
const movingCount = Number(process.env.BENCH_MOVING ?? 10_000);
const movingSeconds = Number(process.env.BENCH_MOVING_SECONDS ?? 120);
const fenceCount = 1000;
const fenceRadius = 30;
const dayMs = 86_400_000;
/** From 64 m outside to two positions within 30 m, eight metres apart, and one to spare. */
const positionsToEnter = 9;

const trackers = (fences: number): Fixture => ({
  app: 'metrowatch',
  async add(pool, company, count) {
    const devices = await addDevices(pool, company, count, { app: 'metrowatch', solution: 14, hardware: 1401 });
    const shapes = Array.from({ length: fences }, (_, i) =>
      JSON.stringify({ kind: 'circle', center: trackStart(i), radius: fenceRadius }),
    );
    await pool.query(
      `INSERT INTO geofence (company_id, name, shape) SELECT $1, 'Fence ' || n, shape::jsonb FROM unnest($2::text[]) WITH ORDINALITY AS s (shape, n)`,
      [company, shapes],
    );
    const levels = [{ severity: 'ok', condition: { place: 'enters', geofenceId: null }, trigger: { type: 'simple' } }];
    await pool.query(
      `INSERT INTO alarm_rule (company_id, app, class, kind, name, solution_id, levels) VALUES ($1, 'metrowatch', 'operational', 'fence-enter', 'Entered', 14, $2)`,
      [company, JSON.stringify(levels)],
    );
    return devices;
  },
});

const stored = async (pool: pg.Pool): Promise<number> =>
  (await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM device_position')).rows[0]?.n ?? 0;

/** Inserts rows of the same columns in batches of the same size, one after the other, as fast as the database takes them. */
async function bareInsertsPerSecond(pool: pg.Pool): Promise<number> {
  const batch = 2000;
  await pool.query('CREATE TABLE bare_position (LIKE device_position INCLUDING ALL)');
  const startedAt = performance.now();
  let rows = 0;
  while (performance.now() - startedAt < seconds * 500) {
    const from = rows;
    await pool.query({
      name: 'bare',
      text: `INSERT INTO bare_position (device_id, time, lat, lng, accuracy, speed, heading, source)
             SELECT 1 + n % 1000, to_timestamp(n), 25, 55, 3, 5, 0, 0 FROM generate_series($1::integer, $1::integer + ${batch - 1}) n ON CONFLICT DO NOTHING`,
      values: [from],
    });
    rows += batch;
  }
  const perSecond = rows / ((performance.now() - startedAt) / 1000);
  await pool.query('DROP TABLE bare_position');
  return perSecond;
}

type Measured = { positionsPerSecond: number; barePerSecond: number; stored: number; sent: number; enterMs: number[] };

/** One run on a database of its own. `watched`: half the load follows, in which trackers cross their geofences. */
const run = (fences: number, watched: boolean): Promise<Measured> =>
  productRun(
    deviceCount,
    async ({ http, mqtt: port, user, devices, pool }) => {
      const load = { seconds, inFlight, perSecond: 0, startAt: Date.now() - dayMs };
      const full = await startLoad({ ...load, devices, port, tracks: { positions, step: 5, turnAfter: 0 } });
      const positionsPerSecond = ratePerSecond(full) * positions;
      const measured = {
        positionsPerSecond,
        sent: full.acknowledged * positions,
        stored: await stored(pool),
        barePerSecond: await bareInsertsPerSecond(pool),
      };
      if (!watched) return { ...measured, enterMs: [] };
      const events = await watchEvents(http, user, []);
      // One position in a message, so that each is measured when it is sent.
      const perSecond = ratePerSecond(full) / 2;
      // As many trackers as still send enough positions each to get from outside into their geofence, because an alarm
      // is raised once per tracker.
      const watchSeconds = Math.min(seconds, 8);
      const entering = devices.slice(0, Math.max(1, Math.floor((perSecond * watchSeconds) / positionsToEnter)));
      const tracks = { positions: 1, step: 8, turnAfter: 16 };
      await startLoad({ devices: entering, port, tracks, inFlight, perSecond, seconds: watchSeconds });
      const { alarmMs } = await events.close();
      return { ...measured, enterMs: alarmMs };
    },
    {},
    trackers(fences),
  );

// Without fences before and after, so that a change in the speed of the machine favours neither.
const before = await run(0, false);
const fenced = await run(fenceCount, true);
const after = await run(0, false);
const lags = await productRun(movingCount, (product) => segmentLags(product, movingSeconds), {}, trackers(fenceCount));
const withoutFences = (before.positionsPerSecond + after.positionsPerSecond) / 2;
const bare = (before.barePerSecond + fenced.barePerSecond + after.barePerSecond) / 3;
console.log(
  JSON.stringify({
    positionsPerSecond: Math.round(fenced.positionsPerSecond),
    positionsPerMessage: positions,
    geofences: fenceCount,
    ratioToNoFences: Number((fenced.positionsPerSecond / withoutFences).toFixed(3)),
    barePerSecond: Math.round(bare),
    ratioToBareInsert: Number((fenced.positionsPerSecond / bare).toFixed(3)),
    enterEventP99Ms: Math.round(percentile(fenced.enterMs, 0.99)),
    enterEvents: fenced.enterMs.length,
    movingDevices: movingCount,
    segmentLagP99Ms: Math.round(percentile(lags, 0.99)),
    acknowledged: fenced.sent,
    stored: fenced.stored,
  }),
);
