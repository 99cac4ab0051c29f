/**
 * The CPU time of the work in milliseconds: the least of some runs. Unlike the time of a clock it does not grow on
 * a busy machine. `of`: the process with all its threads, or this thread, where other tests run in the other ones.
 */
export async function processorMsOf(
  runs: number,
  work: () => unknown,
  of: 'process' | 'thread' = 'process',
): Promise<number> {
  const used = () => {
    const { user, system } = of === 'process' ? process.cpuUsage() : process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const before = used();
    await work();
    least = Math.min(least, used() - before);
  }
  return least;
}
