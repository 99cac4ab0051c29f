import { type ChildProcess, execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as after } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { ConnectJob, ConnectResult } from './connect-load.ts';
import { percentile } from './load-process.ts';
import { memoryKb, productRun, start, stop } from './runs.ts';
import { benchPostgres } from './workplace.ts';

/** The files that a process may open, apart from those that the product needs itself. */
const openFiles = Number(execFileSync('sh', ['-c', 'ulimit -n'], { encoding: 'utf8' })) - 1000;

/**
 * Prints one JSON line: memory per idle MQTT connection of the product and of the bare broker, and the time until all
 * devices that connect at once are acknowledged. Counts above `ulimit -n` are reported as skipped.
 */
const wanted = (process.env.BENCH_CONNECTIONS ?? '10000,50000').split(',').map(Number);
const counts = wanted.filter((count) => count <= openFiles);
const reconnecting = Number(process.env.BENCH_RECONNECTING ?? 10_000);
const perProcess = 12_500;
/** The memory of a process settles after its garbage is collected. */
const settleMs = 5000;

type Device = { name: string; secret: string };

async function settledMemory(server: ChildProcess): Promise<number> {
  await after(settleMs);
  return memoryKb(server);
}

type Connected = ConnectResult & { close(): Promise<void> };

/** Connects devices from as many processes and addresses as they need. */
async function connectAll(
  port: number,
  devices: readonly Device[],
  how: Pick<ConnectJob, 'atOnce' | 'publishes'>,
): Promise<Connected> {
  const parts = Array.from({ length: Math.ceil(devices.length / perProcess) }, (_, i) =>
    devices.slice(i * perProcess, (i + 1) * perProcess),
  );
  const children = parts.map(() =>
    fork(fileURLToPath(new URL('./connect-load.ts', import.meta.url)), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    }),
  );
  const results = await Promise.all(
    children.map(async (child, i): Promise<ConnectResult> => {
      const job: ConnectJob = { port, devices: parts[i] ?? [], from: `127.0.0.${i + 2}`, ...how };
      child.send(job);
      const [result] = (await Promise.race([
        once(child, 'message'),
        once(child, 'exit').then(() => Promise.reject(new Error('a process of devices ended'))),
      ])) as [ConnectResult];
      return result;
    }),
  );
  return {
    doneMs: results.flatMap(({ doneMs }) => doneMs),
    retries: results.reduce((sum, { retries }) => sum + retries, 0),
    async close() {
      await Promise.all(
        children.map(async (child) => {
          const exited = once(child, 'exit');
          child.disconnect();
          await exited;
        }),
      );
    },
  };
}

const someAtOnce = { atOnce: 100, publishes: false };
const allAtOnce = { atOnce: perProcess, publishes: true };

/** Memory per connection in kB, at each count. */
async function memoryOfIdle(server: ChildProcess, port: number, devices: readonly Device[]): Promise<number[]> {
  const found: number[] = [];
  for (const count of counts) {
    const before = await settledMemory(server);
    const connected = await connectAll(port, devices.slice(0, count), someAtOnce);
    found.push(Number((((await settledMemory(server)) - before) / count).toFixed(1)));
    await connected.close();
  }
  return found;
}

async function bareMemory(devices: readonly Device[]): Promise<number[]> {
  const postgres = await benchPostgres();
  try {
    const [bare, { port = 0 }] = await start('./peers/bare-broker.ts', postgres.url);
    const found = await memoryOfIdle(bare, port, devices);
    await stop(bare);
    return found;
  } finally {
    await postgres.stop();
  }
}

const most = Math.max(reconnecting, ...counts);
const bareKb = await bareMemory(Array.from({ length: most }, (_, n) => ({ name: `bare-${n}`, secret: 'bare' })));
const measured = await productRun(most, async ({ server, mqtt, devices }) => {
  const idleKb = await memoryOfIdle(server, mqtt, devices);
  const all = await connectAll(mqtt, devices.slice(0, reconnecting), allAtOnce);
  await all.close();
  return {
    idleKb,
    reconnecting,
    allAcknowledgedMs: Math.round(percentile(all.doneMs, 1)),
    acknowledgedP50Ms: Math.round(percentile(all.doneMs, 0.5)),
    acknowledgedP99Ms: Math.round(percentile(all.doneMs, 0.99)),
    retries: all.retries,
  };
});
console.log(
  JSON.stringify({ connections: counts, skipped: wanted.filter((count) => count > openFiles), bareKb, ...measured }),
);
