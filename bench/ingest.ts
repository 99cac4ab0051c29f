import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { addCompany, addDevices, addRules, addUser } from './fixtures.ts';
import { percentile, startLoad } from './load-process.ts';
import { watchEvents } from './watch-events.ts';
import { benchPostgres } from './workplace.ts';

/** Prints one JSON line: how much the product takes in, beside a bare broker with a batch insert in the same run. */
const deviceCount = Number(process.env.BENCH_DEVICES ?? 1000);
const seconds = Number(process.env.BENCH_SECONDS ?? 12);
const inFlight = Number(process.env.BENCH_IN_FLIGHT ?? 16);

const start = async (file: string, ...args: string[]): Promise<[ChildProcess, Record<string, number>]> => {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), args, {
    execArgv: process.env.PROF ? ['--cpu-prof', '--cpu-prof-dir=/tmp/prof'] : [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [ports] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
  ])) as [Record<string, number>];
  return [child, ports];
};
const stop = async (child: ChildProcess) => {
  child.send('stop');
  await once(child, 'exit');
};

/** The bare broker on a database of its own, so that neither run leaves the other its dead rows and its checkpoint. */
async function bareRun(): Promise<number> {
  const own = await benchPostgres();
  const [bare, ports] = await start('./bare-broker.ts', own.url);
  const names = Array.from({ length: deviceCount }, (_, i) => ({ name: `bare-${i}`, secret: 'bare' }));
  const result = await startLoad({
    devices: names,
    seconds,
    inFlight,
    port: ports.port ?? 0,
    perSecond: 0,
    startAt: Date.now() - 3_600_000,
  });
  await stop(bare);
  await own.stop();
  return result.acknowledged / result.seconds;
}

const bareBefore = await bareRun();
const postgres = await benchPostgres();
const pool = new pg.Pool({ connectionString: postgres.url });
try {
  const [product] = await start('./product-server.ts', postgres.url);
  const company = await addCompany(pool, 'Load', ['swam']);
  const user = await addUser(pool, company);
  const devices = await addDevices(pool, company, deviceCount);
  await addRules(pool, company);
  // The rules are read anew every half minute; a run begins with them.
  await stop(product);
  const [server, { mqtt = 0, http = 0 }] = await start('./product-server.ts', postgres.url);

  const load = { devices, seconds, inFlight, startAt: Date.now() - 3_600_000 };
  const full = await startLoad({ ...load, port: mqtt, perSecond: 0 });
  server.send('memory');
  const [{ memoryMb }] = (await once(server, 'message')) as [{ memoryMb: number }];
  const messagesPerSecond = full.acknowledged / full.seconds;

  const events = await watchEvents(
    http,
    user,
    devices.slice(0, 50).map((device) => device.id),
  );
  const half = await startLoad({
    devices,
    inFlight,
    seconds: Math.min(seconds, 8),
    port: mqtt,
    perSecond: Math.min(7500, messagesPerSecond / 2),
    alarmEvery: 40,
  });
  const { valueMs, alarmMs } = await events.close();
  const stored = await pool.query<{ n: number }>('SELECT count(*)::integer AS n FROM reading');
  await stop(server);

  await pool.end();
  await postgres.stop();
  // Before and after, so that a machine that slows down or warms up favours neither.
  const bareMessagesPerSecond = (bareBefore + (await bareRun())) / 2;

  console.log(
    JSON.stringify({
      messagesPerSecond: Math.round(messagesPerSecond),
      pointsPerSecond: Math.round(messagesPerSecond * 3),
      bareMessagesPerSecond: Math.round(bareMessagesPerSecond),
      ratio: Number((messagesPerSecond / bareMessagesPerSecond).toFixed(3)),
      ackP50Ms: Math.round(percentile(full.ackMs, 0.5)),
      ackP99Ms: Math.round(percentile(full.ackMs, 0.99)),
      eventP99Ms: Math.round(percentile(valueMs, 0.99)),
      alarmEventP99Ms: Math.round(percentile(alarmMs, 0.99)),
      events: valueMs.length,
      alarmEvents: alarmMs.length,
      acknowledged: full.acknowledged + half.acknowledged,
      stored: Math.floor((stored.rows[0]?.n ?? 0) / 3),
      memoryMb,
    }),
  );
} catch (error) {
  await postgres.stop();
  throw error;
}
