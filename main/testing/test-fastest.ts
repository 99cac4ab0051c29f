/** The shortest of some runs of the work, in milliseconds: a loaded machine delays some of them. */
export async function fastestOf(runs: number, work: () => unknown): Promise<number> {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run += 1) {
    const began = performance.now();
    await work();
    fastest = Math.min(fastest, performance.now() - began);
  }
  return fastest;
}
