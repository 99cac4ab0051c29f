import { percentile, startLoad } from './load-process.ts';
import { manyDevices } from './many-devices.ts';
import { bareRun, memoryKb, productRun, ratePerSecond, storedMessages } from './runs.ts';
import { watchEvents } from './watch-events.ts';

/** Prints one JSON line with the ingest rate of the product and of the bare broker in the same run. */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 16);

async function fewDevices(): Promise<object> {
  // Live measurements. Points of earlier hours are recorded as late, which takes about a tenth of the rate.
  const load = { seconds, inFlight, perSecond: 0, startAt: Date.now() - 60_000 };
  const bareBefore = await bareRun(deviceCount, load);
  const { messagesPerSecond, ...measured } = await productRun(deviceCount, async (product) => {
    const { server, http, mqtt: port, user, devices, pool } = product;
    const full = await startLoad({ ...load, devices, port });
    const memoryMb = Math.round((await memoryKb(server)) / 1024);
    const messagesPerSecond = ratePerSecond(full);
    const watched = devices.slice(0, 50).map((device) => device.id);
    const events = await watchEvents(http, user, watched);
    const eventsAtPerSecond = messagesPerSecond / 2;
    const paced = { inFlight, seconds: Math.min(seconds, 8), perSecond: eventsAtPerSecond, alarmEvery: 40 };
    const half = await startLoad({ ...paced, devices, port });
    const { valueMs, alarmMs } = await events.close();
    return {
      messagesPerSecond,
      ackP50Ms: Math.round(percentile(full.ackMs, 0.5)),
      ackP99Ms: Math.round(percentile(full.ackMs, 0.99)),
      eventsAtPerSecond: Math.round(eventsAtPerSecond),
      eventP99Ms: Math.round(percentile(valueMs, 0.99)),
      alarmEventP99Ms: Math.round(percentile(alarmMs, 0.99)),
      events: valueMs.length,
      alarmEvents: alarmMs.length,
      acknowledged: full.acknowledged + half.acknowledged,
      stored: await storedMessages(pool),
      memoryMb,
    };
  });
  // The baseline runs before and after, so that a change in the speed of the machine favours neither.
  const bareMessagesPerSecond = (bareBefore + (await bareRun(deviceCount, load))) / 2;
  return {
    messagesPerSecond: Math.round(messagesPerSecond),
    pointsPerSecond: Math.round(messagesPerSecond * 3),
    bareMessagesPerSecond: Math.round(bareMessagesPerSecond),
    ratio: Number((messagesPerSecond / bareMessagesPerSecond).toFixed(3)),
    ...measured,
  };
}

console.log(JSON.stringify(process.argv[2] === 'manyDevices' ? await manyDevices() : await fewDevices()));
