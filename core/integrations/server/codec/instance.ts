import { workerData } from 'node:worker_threads';
import { JSException, QuickJS } from 'quickjs-wasi';
import { prelude } from './prelude.ts';

export const codecLimits = {
  /** CPU time, because a busy machine may keep any codec waiting. */
  softMs: 100,
  heapBytes: 16 * 1024 * 1024,
  stackBytes: 256 * 1024,
  outputBytes: 64 * 1024,
};

export type CodecCall = 'decodeUplink' | 'encodeDownlink';
/** The result of a call: JSON, or why there is none. `limit`: a limit was exceeded. */
export type CodecAnswer = { output: string } | { failed: 'codec-failed' | 'codec-limit'; text: string };

const functions = ['decodeUplink', 'normalizeUplink', 'encodeDownlink', 'Decode', 'Decoder', 'Encode', 'Encoder'];

/** The CPU time of this thread in milliseconds. */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** A sandbox in which no codec is loaded yet. */
type Empty = { vm: QuickJS; clock: { now: number }; deadline: { at: number }; start: ReturnType<QuickJS['evalCode']> };

async function prepare(): Promise<Empty> {
  const clock = { now: 0 };
  const deadline = { at: Number.POSITIVE_INFINITY };
  const vm = await QuickJS.create({
    wasm: workerData.engine,
    memoryLimit: codecLimits.heapBytes,
    maxStackSize: codecLimits.stackBytes,
    interruptHandler: () => processorMs() > deadline.at,
    timezoneOffset: 0,
    wasi: (memory) => ({
      clock_time_get(_clock: number, _precision: bigint, at: number) {
        new DataView(memory.buffer).setBigUint64(at, BigInt(Math.round(clock.now)) * 1_000_000n, true);
        return 0;
      },
      random_get(at: number, length: number) {
        new Uint8Array(memory.buffer, at, length).fill(0);
        return 0;
      },
      fd_write: () => 8,
    }),
  });
  return { vm, clock, deadline, start: vm.evalCode(prelude, 'prelude.js') };
}

let spare: Promise<Empty> | undefined;

/** Makes the next sandbox in advance, so that a codec does not wait for it. */
export async function prepareSpare(): Promise<void> {
  spare ??= prepare();
  await spare;
}

/**
 * A sandbox with one codec. Each call creates the functions of the codec again, in a frozen global scope, so that no
 * state leaks between messages. The clock is fixed at the time of the message.
 */
export class CodecInstance {
  readonly madeAt = performance.now();
  calls = 0;
  private readonly empty: Empty;
  private readonly run;

  private constructor(empty: Empty, source: string) {
    const { vm, deadline, start } = empty;
    this.empty = empty;
    deadline.at = processorMs() + codecLimits.softMs;
    // The source alone must be a whole script, so that it cannot end the function around it.
    vm.compile(source, 'codec.js');
    const returned = functions.map((name) => `${name}: typeof ${name} === 'function' ? ${name} : undefined`).join(',');
    using factory = vm.evalCode(`(function () {${source}\n;return {${returned}};})`, 'codec.js');
    this.run = vm.callFunction(start, vm.undefined, factory);
  }

  /** Throws an error that `codecFault` reads if the source is not a valid script. */
  static async make(source: string): Promise<CodecInstance> {
    await prepareSpare();
    const empty = (await spare) as Empty;
    spare = undefined;
    try {
      return new CodecInstance(empty, source);
    } catch (error) {
      empty.vm.dispose();
      throw error;
    }
  }

  /** Throws what `codecFault` reads. */
  call(name: CodecCall, input: string, now: number): string {
    const { vm, clock, deadline } = this.empty;
    this.calls++;
    clock.now = now;
    deadline.at = processorMs() + codecLimits.softMs;
    using given = vm.newString(input);
    using called = vm.newString(name);
    using result = vm.callFunction(this.run, vm.undefined, called, given);
    if (!result.isString) throw new Error('no text was returned');
    const output = result.toString();
    if (output.length > codecLimits.outputBytes) throw new Error('the output has more than 64 kB');
    return output;
  }

  dispose(): void {
    this.run.dispose();
    this.empty.start.dispose();
    this.empty.vm.dispose();
  }
}

const limits = /interrupted|out of memory|stack overflow|memory access|unreachable|Maximum call stack/i;

/** The fault of a codec that an error of an instance indicates. */
export function codecFault(error: unknown): Extract<CodecAnswer, { failed: unknown }> {
  const { name = '', message = '' } = error as Error;
  const text = `${name}: ${message}`.slice(0, 300);
  // An error of WebAssembly itself, not of the script, means that the engine has reached its limits.
  const ofEngine = error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
  const ofScript = error instanceof JSException && !limits.test(text);
  return { failed: ofEngine || (!ofScript && limits.test(text)) ? 'codec-limit' : 'codec-failed', text };
}
