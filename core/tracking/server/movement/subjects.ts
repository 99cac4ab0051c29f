import type { Cuts } from '../../common/movement/slot-times.ts';

/** A record of an app whose movement devices report, by the kind of record. */
export type MovementSubject = { type: string; id: number };
/**
 * The time that a device was on a subject, in whole seconds as milliseconds since 1970; `to` null: it still is. The spans of a
 * device do not overlap; outside of them the device is the subject.
 */
export type SubjectSpan = MovementSubject & { from: number; to: number | null };

/** The times at which a device passes on. */
export const cutsOf = (spans: readonly SubjectSpan[]): Cuts =>
  [...new Set(spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].sort((a, b) => a - b);

/** The subject that a device was on at a time. */
export function subjectAt(device: number, spans: readonly SubjectSpan[], time: number): MovementSubject {
  const span = spans.find(({ from, to }) => from <= time && (to === null || time < to));
  return span ? { type: span.type, id: span.id } : { type: 'device', id: device };
}
