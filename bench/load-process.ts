import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { LoadJob, LoadResult } from './mqtt-load.ts';

/** Runs a load in a separate process and returns its measurements. */
export function startLoad(job: LoadJob): Promise<LoadResult> {
  const child = fork(fileURLToPath(new URL('./mqtt-load.ts', import.meta.url)), ['run'], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  child.send(job);
  return new Promise((resolve, reject) => {
    child.on('message', (message: { kind: string; result?: LoadResult }) => {
      if (message.kind === 'result' && message.result) resolve(message.result);
    });
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`the load ended with ${code}`));
    });
  });
}

/** The quantile of the sorted values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
