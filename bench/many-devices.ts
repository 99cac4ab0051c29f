import type pg from 'pg';
import { percentile, startLoad } from './load-process.ts';
import { bareRun, productRun, ratePerSecond, storedMessages } from './runs.ts';

const deviceCount = Number(process.env.BENCH_DEVICES ?? 6000);
const seconds = Number(process.env.BENCH_SECONDS ?? 40);
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);

/** The shortest checkpoint interval that PostgreSQL allows. Every run of the default length includes a checkpoint. */
const settings = { checkpoint_timeout: '30s' };

/**
 * The harder load: enough devices that a batch contains each only once, one message in flight each, rules that fire and
 * a checkpoint in each run. Rounds of the product and of the bare broker alternate. The median round is reported.
 */
export async function manyDevices(): Promise<object> {
  const load = { seconds, inFlight: 1, perSecond: 0, startAt: Date.now() - 3_600_000, alarmEvery: 40 };
  const bare: number[] = [];
  const product: {
    rate: number;
    ackMs: number[];
    acknowledged: number;
    stored: number;
    alarms: number;
    checkpoints: number;
  }[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareRun(deviceCount, load, settings));
    const measured = await productRun(
      deviceCount,
      async ({ mqtt: port, devices, pool }) => {
        const before = await checkpoints(pool);
        const full = await startLoad({ ...load, devices, port });
        return {
          rate: ratePerSecond(full),
          ackMs: full.ackMs,
          acknowledged: full.acknowledged,
          stored: await storedMessages(pool),
          alarms: await countOf(pool, 'SELECT count(*)::integer AS n FROM alarm'),
          checkpoints: (await checkpoints(pool)) - before,
        };
      },
      settings,
    );
    product.push(measured);
  }
  const rates = product.map((round) => round.rate);
  const acks = product.flatMap((round) => round.ackMs);
  const sum = (field: 'acknowledged' | 'stored' | 'alarms') =>
    product.reduce((total, round) => total + round[field], 0);
  return {
    devices: deviceCount,
    rounds,
    messagesPerSecond: Math.round(percentile(rates, 0.5)),
    bareMessagesPerSecond: Math.round(percentile(bare, 0.5)),
    ratio: Number((percentile(rates, 0.5) / percentile(bare, 0.5)).toFixed(3)),
    ratios: rates.map((rate, i) => Number((rate / (bare[i] ?? Number.NaN)).toFixed(3))),
    ackP50Ms: Math.round(percentile(acks, 0.5)),
    ackP99Ms: Math.round(percentile(acks, 0.99)),
    acknowledged: sum('acknowledged'),
    stored: sum('stored'),
    alarms: sum('alarms'),
    checkpoints: Math.min(...product.map((round) => round.checkpoints)),
  };
}

async function countOf(pool: pg.Pool, query: string): Promise<number> {
  return (await pool.query<{ n: number }>(query)).rows[0]?.n ?? 0;
}

const checkpoints = (pool: pg.Pool) =>
  countOf(pool, 'SELECT (num_timed + num_requested)::integer AS n FROM pg_stat_checkpointer');
