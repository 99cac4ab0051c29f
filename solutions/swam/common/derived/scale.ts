import type { Severity } from '#core/alarms/common/severity.ts';

/** Values with their worth, such as a score, in increasing order of the value. */
export type Anchors = readonly (readonly [value: number, worth: number])[];

/** The straight line between two points at a value. */
export const interpolate = (
  value: number,
  [fromValue, from]: Anchors[number],
  [toValue, to]: Anchors[number],
): number => from + ((to - from) * (value - fromValue)) / (toValue - fromValue);

/** Interpolates between the anchors; beyond the first and the last one it stays at their worth. */
export function worthOf(value: number, anchors: Anchors): number {
  const [first, last] = [anchors[0], anchors.at(-1)];
  if (!first || !last) throw new Error('a scale has anchors');
  if (value <= first[0]) return first[1];
  if (value >= last[0]) return last[1];
  const next = anchors.findIndex(([at]) => at >= value);
  return interpolate(value, anchors[next - 1] ?? first, anchors[next] ?? last);
}

/** A part of a scale. */
export type ScaleBand = { from: number; to: number; severity: Severity };
