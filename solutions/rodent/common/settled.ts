/** After so many days the hits of a trap are settled: its late messages change none, and verdicts are those of administrators. */
const settledDays = 92;

/** Times before this are settled, in ms since 1970. */
export const settledBefore = (now: number): number => now - settledDays * 86_400_000;
