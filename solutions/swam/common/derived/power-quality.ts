/** Above this unbalance in percent motors suffer. */
export const highestUnbalance = 3;

/** The unbalance of phase voltages in percent: the largest deviation from their mean. Null for fewer than two phases. */
export function unbalanceOf(voltages: readonly number[]): number | null {
  if (voltages.length < 2) return null;
  const mean = voltages.reduce((sum, voltage) => sum + voltage, 0) / voltages.length;
  if (mean === 0) return null;
  return (Math.max(...voltages.map((voltage) => Math.abs(voltage - mean))) / mean) * 100;
}

export type Demand = { at: number; value: number };

/** The demand: the highest mean power of half an hour; null without any. `at` is the beginning of that half hour. */
export const demandOf = (means: readonly Demand[]): Demand | null =>
  means.reduce<Demand | null>((highest, mean) => (highest && highest.value >= mean.value ? highest : mean), null);

/** The spread of probes: the highest less the lowest; null for fewer than two. */
export const spreadOf = (probes: readonly number[]): number | null =>
  probes.length < 2 ? null : Math.max(...probes) - Math.min(...probes);
