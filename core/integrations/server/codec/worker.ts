import os from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { isDeeperThan } from './depth.ts';
import { type CodecAnswer, type CodecCall, CodecInstance, codecFault, prepareSpare, processorMs } from './instance.ts';

/** A call of a codec, whose `version` names the source. */
export type CodecTask = {
  id: number;
  version: string;
  source: string;
  call: CodecCall;
  input: string;
  /** The time of the sandbox, in milliseconds since 1970. */
  now: number;
};
/** `ready`: the worker has started. `usedMs`: the CPU time of the worker so far. */
export type CodecResult = ({ id: number; answer: CodecAnswer } | { ready: true }) & { usedMs: number };

/** For the whole output, whose `data` may have eight levels. */
const maxDepth = 12;
const maxCalls = 10_000;
const maxAgeMs = 10 * 60_000;
/** How many codecs a worker keeps ready; each takes up to 16 MB. */
const maxInstances = 20;

// On Linux a priority is that of the calling thread; elsewhere it would be that of the whole process.
if (workerData.priority > 0 && process.platform === 'linux') os.setPriority(0, workerData.priority);

// The memory of a sandbox is outside of the heap, so the garbage collector does not see the pressure: a few memory
// bombs would take hundreds of MB.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const instances = new Map<string, CodecInstance>();

async function instanceOf({ version, source }: CodecTask): Promise<CodecInstance> {
  const kept = instances.get(version);
  if (kept && kept.calls < maxCalls && performance.now() - kept.madeAt < maxAgeMs) return kept;
  drop(version);
  const [oldest] = instances.keys();
  if (oldest !== undefined && instances.size >= maxInstances) drop(oldest);
  const made = await CodecInstance.make(source);
  instances.set(version, made);
  return made;
}

function drop(version: string): void {
  const instance = instances.get(version);
  instances.delete(version);
  instance?.dispose();
}

async function answer(task: CodecTask): Promise<CodecAnswer> {
  try {
    const output = (await instanceOf(task)).call(task.call, task.input, task.now);
    // A codec can write JSON itself (`toJSON`), which bypasses the check in the sandbox.
    if (isDeeperThan(JSON.parse(output), maxDepth)) return { failed: 'codec-failed', text: 'the output is too deep' };
    return { output };
  } catch (error) {
    drop(task.version);
    const fault = codecFault(error);
    if (fault.failed === 'codec-limit') collect();
    return fault;
  }
}

// The time limit of the first task begins when a sandbox is ready.
void prepareSpare().then(() => parentPort?.postMessage({ ready: true, usedMs: processorMs() } satisfies CodecResult));

// One after the other, so that each has the time limit for itself.
let work = Promise.resolve();
parentPort?.on('message', (task: CodecTask) => {
  work = work.then(async () => {
    const result: CodecResult = { id: task.id, answer: await answer(task), usedMs: processorMs() };
    parentPort?.postMessage(result);
    await prepareSpare();
  });
});
