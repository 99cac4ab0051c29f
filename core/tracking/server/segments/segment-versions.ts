import type { MadeSegment } from './segment-rows.ts';

/** A stored segment that is made again. Times in milliseconds since 1970. */
export type ReplacedSegment = Pick<MadeSegment, 'kind' | 'metres' | 'idleS' | 'running'> & {
  device: number;
  from: number;
  to: number;
  version: number;
};

/**
 * The versions of segments that replace stored ones. What late positions have made of segments that had ended has the
 * next version; a segment that has only gone on has the one that it had.
 */
export function versionsAfter(
  replaced: readonly ReplacedSegment[],
): (
  device: number,
  segment: Pick<MadeSegment, 'kind' | 'from' | 'to' | 'metres' | 'idleS'>,
  isLate: boolean,
) => number {
  const ofDevice = Map.groupBy(replaced, ({ device }) => device);
  return (device, segment, isLate) => {
    const [from, to] = [segment.from.time, segment.to.time];
    const same = ofDevice.get(device)?.find((one) => one.from === from && one.kind === segment.kind);
    const isSame = same && same.to === to && same.metres === segment.metres && same.idleS === segment.idleS;
    if (same && (isSame || same.running || !isLate)) return same.version;
    const changed = ofDevice.get(device)?.filter((one) => !one.running && one.from < to && one.to > from) ?? [];
    return isLate ? 1 + Math.max(0, ...changed.map(({ version }) => version)) : 1;
  };
}
