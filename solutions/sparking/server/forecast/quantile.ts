/** The value below which a part of the sorted values is, from 0 to 1, between two of them by proportion; null of none. */
export function quantile(sorted: readonly number[], part: number): number | null {
  const position = (sorted.length - 1) * part;
  const [low, high] = [sorted[Math.floor(position)], sorted[Math.ceil(position)]];
  return low === undefined || high === undefined ? null : low + (high - low) * (position - Math.floor(position));
}

export const ascending = (a: number, b: number): number => a - b;
