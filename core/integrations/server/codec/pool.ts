import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { CodecAnswer } from './instance.ts';
import type { CodecResult, CodecTask } from './worker.ts';

/** A call that takes more CPU time is ended with its worker: the engine does not check its limit while it sorts. */
const hardMs = 250;
/** However busy the machine is, a call that takes longer is ended with its worker. */
const longestMs = 5000;
const startMs = 10_000;
const maxWaiting = 5000;

/** How long a codec that has exceeded a limit runs separately from the others. */
const apartMs = 60_000;
/** The niceness of the worker of such codecs, up to 19: they get the CPU time that the rest of the process leaves. */
const lowPriority = 10;
/** A codec does not store anything in the heap of the worker itself. */
const resourceLimits = { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 };

const binary = fileURLToPath(import.meta.resolve('quickjs-wasi/quickjs.wasm'));
let compiled: WebAssembly.Module | undefined;
/** The engine, which is compiled once for all workers: one that is ended is soon replaced. */
const engine = () => (compiled ??= new WebAssembly.Module(readFileSync(binary)));

type Waiting = CodecTask & { done(answer: CodecAnswer): void };
type Lane = {
  worker: Worker;
  tasks: Waiting[];
  timer: NodeJS.Timeout | undefined;
  ready: boolean;
  apart: boolean;
  /** The CPU time of the worker when it began its first task, in milliseconds. */
  usedMs: number;
};

/** The CPU time of a worker in milliseconds; infinite once it has ended. */
async function usedBy(worker: Worker): Promise<number> {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}

/**
 * Runs codecs in worker threads. A codec occupies one worker at a time, so that a slow one does not keep others waiting
 * as long as a worker is free. Those that have exceeded a limit share one worker of low priority for a while.
 */
export class CodecPool {
  private readonly lanes: Lane[] = [];
  private readonly size: number;
  private readonly apart = new Map<string, number>();
  private next = 0;
  private closed = false;

  constructor(size = Math.max(2, Math.min(4, availableParallelism() - 1))) {
    this.size = size;
  }

  /**
   * Resolves with the output, or with the reason why there is none. Rejects when the pool is closed or has too much to
   * do.
   */
  run(call: Omit<CodecTask, 'id'>): Promise<CodecAnswer> {
    const waiting = this.lanes.reduce((sum, { tasks }) => sum + tasks.length, 0);
    if (this.closed || waiting >= maxWaiting) return Promise.reject(new Error('the codecs have too much to do'));
    return new Promise((done) => this.give(this.laneFor(call.version), { ...call, id: this.next++, done }));
  }

  async close(): Promise<void> {
    this.closed = true;
    for (const { timer } of this.lanes) clearTimeout(timer);
    await Promise.all(this.lanes.map(({ worker }) => worker.terminate()));
  }

  /** The worker that is running the codec, else the one with the least to do. */
  private laneFor(version: string): Lane {
    const apart = this.isApart(version);
    const lanes = this.lanes.filter((lane) => lane.apart === apart);
    const holding = lanes.find(({ tasks }) => tasks.some((task) => task.version === version));
    if (holding) return holding;
    const [least] = lanes.sort((a, b) => a.tasks.length - b.tasks.length);
    return least && (least.tasks.length === 0 || lanes.length >= (apart ? 1 : this.size)) ? least : this.open(apart);
  }

  private isApart(version: string): boolean {
    return (this.apart.get(version) ?? 0) > performance.now();
  }

  private keepApart(version: string): void {
    const now = performance.now();
    for (const [known, until] of this.apart) if (until <= now) this.apart.delete(known);
    this.apart.set(version, now + apartMs);
  }

  private open(apart: boolean): Lane {
    // The environment and the standard streams of the process are not for codecs.
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      env: {},
      stdin: true,
      workerData: { engine: engine(), priority: apart ? lowPriority : 0 },
      resourceLimits,
    });
    const lane: Lane = { worker, tasks: [], timer: undefined, ready: false, apart, usedMs: 0 };
    worker.on('message', (result: CodecResult) => this.settle(lane, result));
    worker.on('error', () => this.replace(lane));
    worker.unref();
    this.lanes.push(lane);
    return lane;
  }

  private give(lane: Lane, task: Waiting): void {
    lane.tasks.push(task);
    const { done: _, ...message } = task;
    lane.worker.postMessage(message);
    if (lane.tasks.length === 1) this.watch(lane);
  }

  /** Ends the worker if the first of its tasks takes too long. */
  private watch(lane: Lane): void {
    clearTimeout(lane.timer);
    lane.timer = undefined;
    const [first] = lane.tasks;
    if (!first) return;
    lane.timer = lane.ready
      ? setTimeout(() => this.look(lane, first, performance.now()), hardMs)
      : setTimeout(() => this.replace(lane), startMs);
  }

  /** Ends the worker if the task has used up its CPU time; otherwise the task gets the rest of it. */
  private async look(lane: Lane, task: Waiting, begunAt: number): Promise<void> {
    const usedMs = await usedBy(lane.worker);
    if (this.closed || lane.tasks[0] !== task) return;
    const leftMs = hardMs - (usedMs - lane.usedMs);
    if (leftMs <= 0 || performance.now() - begunAt > longestMs) this.replace(lane);
    else lane.timer = setTimeout(() => this.look(lane, task, begunAt), Math.ceil(leftMs));
  }

  private settle(lane: Lane, result: CodecResult): void {
    lane.ready = true;
    lane.usedMs = result.usedMs;
    const task = 'ready' in result ? undefined : lane.tasks.shift();
    this.watch(lane);
    if (!('answer' in result) || !task) return;
    if ('failed' in result.answer && result.answer.failed === 'codec-limit') this.keepApart(task.version);
    task.done(result.answer);
  }

  /** Gives the tasks of a worker that is ended to others, except the one that was running. */
  private replace(lane: Lane): void {
    const at = this.lanes.indexOf(lane);
    if (at < 0) return;
    this.lanes.splice(at, 1);
    clearTimeout(lane.timer);
    void lane.worker.terminate();
    const [stuck, ...others] = lane.tasks;
    if (stuck) this.keepApart(stuck.version);
    stuck?.done({ failed: 'codec-limit', text: `longer than ${hardMs} ms` });
    if (!this.closed) for (const task of others) this.give(this.laneFor(task.version), task);
  }
}
