import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import { quarterOf } from '../../common/movement/slot-times.ts';
import { addSums, type MovementSums, type Slot } from '../../common/movement/slots.ts';
import { type MovementSubject, type SubjectSpan, subjectAt } from './subjects.ts';

/** The slots of a device, which replace the stored ones from one quarter to another, and what the device was on. */
export type MadeQuarters = {
  device: number;
  from: number;
  to: number;
  slots: readonly Slot[];
  spans: readonly SubjectSpan[];
};
type QuarterRow = MovementSums & { device: number; quarter: number; subject: MovementSubject };

/** A row for each subject of a quarter. */
function rowsOf({ device, slots, spans }: Pick<MadeQuarters, 'device' | 'slots' | 'spans'>): QuarterRow[] {
  const rows = new Map<string, QuarterRow>();
  for (const { at, ...sums } of slots) {
    const [quarter, subject] = [quarterOf(at), subjectAt(device, spans, at)];
    const key = `${quarter} ${subject.type} ${subject.id}`;
    const row = rows.get(key);
    rows.set(key, row ? addSums(row, sums) : { ...sums, device, quarter, subject });
  }
  return [...rows.values()];
}

/** Adds the quarters of devices. One that is stored stays, or gets only the time without data of the new one as well. */
export async function insertQuarters(
  tx: Tx,
  made: readonly Pick<MadeQuarters, 'device' | 'slots' | 'spans'>[],
  { addSilence = false } = {},
): Promise<void> {
  const rows = made.flatMap(rowsOf);
  if (rows.length === 0) return;
  await queryText(tx, {
    name: 'track-quarters',
    text: `INSERT INTO track_quarter (subject_type, subject_id, quarter, device_id, metres, gap_metres, driving_s, idle_s, stopped_s, nodata_s, starts, max_speed)
           SELECT type, id, to_timestamp(q / 1000.0), d, m, g, dr, i, st, n, c, v
             FROM unnest($1::text[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::integer[], $7::smallint[], $8::smallint[], $9::smallint[], $10::smallint[], $11::smallint[], $12::integer[])
               AS r(type, id, q, d, m, g, dr, i, st, n, c, v)
           ON CONFLICT (subject_type, subject_id, quarter, device_id, person_id) DO UPDATE SET nodata_s = track_quarter.nodata_s + excluded.nodata_s WHERE $13::boolean`,
    values: [
      rows.map(({ subject }) => subject.type),
      rows.map(({ subject }) => subject.id),
      rows.map(({ quarter }) => quarter),
      rows.map(({ device }) => device),
      rows.map(({ metres }) => metres),
      rows.map(({ gapMetres }) => gapMetres),
      rows.map(({ drivingS }) => drivingS),
      rows.map(({ idleS }) => idleS),
      rows.map(({ stoppedS }) => stoppedS),
      rows.map(({ nodataS }) => nodataS),
      rows.map(({ starts }) => starts),
      rows.map(({ maxSpeed }) => maxSpeed),
      addSilence,
    ],
  });
}

/** Replaces the quarters of devices from a time on. */
export async function replaceQuarters(tx: Tx, made: readonly MadeQuarters[]): Promise<void> {
  if (made.length === 0) return;
  await queryText(tx, {
    name: 'track-quarters-delete',
    text: `DELETE FROM track_quarter q USING unnest($1::integer[], $2::float8[], $3::float8[]) AS n(d, f, t) WHERE q.device_id = n.d AND q.quarter >= to_timestamp(n.f / 1000) AND q.quarter <= to_timestamp(n.t / 1000)`,
    values: [made.map(({ device }) => device), made.map(({ from }) => quarterOf(from)), made.map(({ to }) => to)],
  });
  await insertQuarters(tx, made);
}
