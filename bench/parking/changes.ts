import { setTimeout } from 'node:timers/promises';
import mqtt from 'mqtt';
import { addParking, probes } from '../fixtures/parking-fixtures.ts';
import { percentile, startLoad } from '../load-process.ts';
import { type BenchProduct, productRun, ratePerSecond } from '../runs.ts';
import { watchTopics } from '../watch-events.ts';

export const bayCount = Number(process.env.BENCH_DEVICES ?? 10_000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 1);
/** A bay that changes more often within ten minutes wavers, which the product takes for a fault of its sensor. */
const changesOfBay = 3;
const changesOfProbe = 4;

/** The first message of a device takes longer than all others. */
const firstMessages = { perSecond: 0, seconds: 60, most: 1 };

type Stored = { readings: number; stays: number; states: number };
const counted = `
  SELECT (SELECT count(*)::integer FROM reading WHERE sensor_id = 214) AS readings, (SELECT count(*)::integer FROM sparking_stay) AS stays,
         (SELECT count(*)::integer FROM state_interval) + (SELECT count(*)::integer FROM state_current) AS states`;

const lost = async () => {
  await setTimeout(60_000, undefined, { ref: false });
  throw new Error('an open plan did not learn of a change');
};

/** Changes bays of a plan one after the other, and waits each time for what an open page of it learns. */
async function probe({ http, mqtt: port, user, devices, pool }: BenchProduct) {
  const { rows } = await pool.query<{ id: number }>('SELECT max(id) AS id FROM sparking_location');
  let heard: () => void = () => undefined;
  const page = await watchTopics(http, user, [`car-park:${rows[0]?.id ?? 0}`], () => heard());
  const ackMs: number[] = [];
  const planMs: number[] = [];
  for (const { name, secret } of devices.slice(-probes)) {
    const sensor = await mqtt.connectAsync({ port, host: '127.0.0.1', username: name, password: secret });
    for (let change = 0; change < changesOfProbe; change++) {
      const event = new Promise<void>((resolve) => {
        heard = resolve;
      });
      const startedAt = performance.now();
      const body = { ts: Date.now(), values: { occupied: change % 2 === 0 } };
      const acknowledged = sensor
        .publishAsync('v1/devices/me/telemetry', JSON.stringify(body), { qos: 1 })
        .then(() => ackMs.push(performance.now() - startedAt));
      await Promise.race([event, lost()]);
      planMs.push(performance.now() - startedAt);
      await acknowledged;
    }
    await sensor.endAsync();
  }
  await page.close();
  return { ackMs, planMs };
}

async function changes(product: BenchProduct) {
  const { mqtt: port, pool } = product;
  const devices = product.devices.slice(0, bayCount);
  const load = { inFlight, devices, port };
  await startLoad({ ...load, ...firstMessages, bays: { begin: true } });
  const full = await startLoad({ ...load, seconds, perSecond: 0, bays: { begin: false }, most: changesOfBay });
  const stored = (await pool.query<Stored>(counted)).rows[0];
  const perSecond = ratePerSecond(full) / 2;
  // Each bay once more at most.
  const paced = startLoad({
    ...load,
    perSecond,
    bays: { begin: true },
    seconds: Math.min(seconds, bayCount / perSecond),
  });
  const [{ ackMs, planMs }] = await Promise.all([probe(product), paced]);
  return { changesPerSecond: ratePerSecond(full), acknowledged: full.acknowledged, stored, ackMs, planMs };
}

const plainRate = () =>
  productRun(bayCount, async ({ mqtt: port, devices }) => {
    await startLoad({ devices, port, inFlight, ...firstMessages });
    return ratePerSecond(await startLoad({ devices, port, seconds, inFlight, perSecond: 0 }));
  });

/**
 * Durable changes of bays per second, with intervals, stays, counts and alarms in their transaction, compared with plain
 * messages of as many values; and at half that rate the time from a message to the event of an open plan, compared with
 * the time to its acknowledgement.
 */
export async function measureChanges() {
  // Plain messages before and after, so that a change in the speed of the machine favours neither.
  const before = await plainRate();
  const measured = await productRun(bayCount, changes, {}, { app: 'sparking', add: addParking });
  const plain = (before + (await plainRate())) / 2;
  const { changesPerSecond, ackMs, planMs, acknowledged, stored } = measured;
  const [ackP95Ms, planP95Ms] = [percentile(ackMs, 0.95), percentile(planMs, 0.95)];
  return {
    bays: bayCount,
    changesPerSecond: Math.round(changesPerSecond),
    plainPerSecond: Math.round(plain),
    ratioToPlain: Number((changesPerSecond / plain).toFixed(3)),
    ackP95Ms: Math.round(ackP95Ms),
    planP95Ms: Math.round(planP95Ms),
    ratioToAck: Number((planP95Ms / ackP95Ms).toFixed(3)),
    probes: planMs.length,
    acknowledged,
    ...stored,
  };
}
