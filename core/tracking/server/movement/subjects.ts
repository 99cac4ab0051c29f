import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Cuts } from '../../common/movement/slot-times.ts';

/** A record of an app whose movement devices report, by the kind of record. */
export type MovementSubject = { type: string; id: number };
/** The time that a device was on a subject, in whole seconds as milliseconds since 1970; `to` null: it still is. */
export type SubjectSpan = MovementSubject & { from: number; to: number | null };
/**
 * The spans of devices that reach beyond a time, without overlap. Outside of them the device is the subject. They are
 * read in the transaction that makes the figures; what changes in the past calls `remakeMovement`.
 */
export type MovementSubjects = (
  tx: Tx,
  asked: readonly { device: number; from: number }[],
) => Promise<ReadonlyMap<number, readonly SubjectSpan[]>>;

const registered = new WeakMap<Kit, MovementSubjects>();

/** Lets a slice state what devices were on. */
export const setMovementSubjects = (kit: Kit, subjects: MovementSubjects): void => void registered.set(kit, subjects);

export const movementSubjects = async (
  kit: Kit,
  tx: Tx,
  asked: readonly { device: number; from: number }[],
): Promise<ReadonlyMap<number, readonly SubjectSpan[]>> =>
  asked.length === 0 ? new Map() : ((await registered.get(kit)?.(tx, asked)) ?? new Map());

/** The times at which a device passes on. */
export const cutsOf = (spans: readonly SubjectSpan[]): Cuts =>
  [...new Set(spans.flatMap(({ from, to }) => (to === null ? [from] : [from, to])))].sort((a, b) => a - b);

/** The subject that a device was on at a time. */
export function subjectAt(device: number, spans: readonly SubjectSpan[], time: number): MovementSubject {
  const span = spans.find(({ from, to }) => from <= time && (to === null || time < to));
  return span ? { type: span.type, id: span.id } : { type: 'device', id: device };
}
