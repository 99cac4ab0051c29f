import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type Bucket, bucketLimits } from '../../common/movement/buckets.ts';
import { type MovementSums, noSums } from '../../common/movement/slots.ts';

/**
 * Whose movement: devices, whatever they were on; or records of another kind, whichever devices were on them. Only those
 * that the caller may see.
 */
export type SummedSubjects = { type: string; ids: readonly number[] };
/** `from` and `to`: whole quarters of an hour, in milliseconds since 1970. */
export type SumsQuery = {
  subjects: SummedSubjects;
  from: number;
  to: number;
  bucket: Bucket;
  /** IANA name, by whose clocks buckets begin. */
  zone: string;
  /** Quarters of subjects that do not count; none by default. */
  excluded?: readonly { id: number; from: number; to: number }[];
};
export type BucketSums = MovementSums & { from: number; to: number };

const sums = sql`sum(q.metres)::float8 AS metres, sum(q.gap_metres)::float8 AS gap_metres, sum(q.driving_s)::float8 AS driving_s, sum(q.idle_s)::float8 AS idle_s,
  sum(q.stopped_s)::float8 AS stopped_s, sum(q.nodata_s)::float8 AS nodata_s, sum(q.starts)::float8 AS starts, max(q.max_speed)::float8 AS max_speed`;

const quartersOf = ({ type, ids }: SummedSubjects, from: number, to: number): RawBuilder<unknown> => {
  const of =
    type === 'device'
      ? sql`q.device_id = ANY (${ids}::integer[])`
      : sql`q.subject_type = ${type} AND q.subject_id = ANY (${ids}::integer[])`;
  return sql`${of} AND q.quarter >= to_timestamp(${from}::float8 / 1000) AND q.quarter < to_timestamp(${to}::float8 / 1000)`;
};

const outsideOf = (spans: NonNullable<SumsQuery['excluded']>): RawBuilder<unknown> => sql`
  AND NOT EXISTS (SELECT FROM unnest(${spans.map(({ id }) => id)}::integer[], ${spans.map((one) => one.from)}::float8[], ${spans.map((one) => one.to)}::float8[]) AS x(id, f, t)
                   WHERE x.id = q.subject_id AND q.quarter >= to_timestamp(x.f / 1000) AND q.quarter < to_timestamp(x.t / 1000))`;

/**
 * The movement of subjects by buckets of a period, all of them together. Every report and chart reads this or
 * `subjectSums`, so that their figures add up. As the role that sees all rows.
 */
export async function quarterSums(
  tx: Tx,
  { subjects, from, to, bucket, zone, excluded = [] }: SumsQuery,
): Promise<BucketSums[]> {
  const limits = bucketLimits(from, to, bucket, zone);
  const begins = limits.slice(0, -1);
  const { rows } = await sql<MovementSums & { at: number }>`
    SELECT width_bucket(q.quarter, ${begins.map((at) => new Date(at).toISOString())}::timestamptz[]) - 1 AS at, ${sums}
      FROM track_quarter q WHERE ${quartersOf(subjects, from, to)}${excluded.length === 0 ? sql`` : outsideOf(excluded)} GROUP BY 1`.execute(
    tx,
  );
  const found = new Map(rows.map(({ at, ...sum }) => [at, sum]));
  return begins.map((begin, at) => ({ from: begin, to: limits[at + 1] ?? to, ...(found.get(at) ?? noSums) }));
}

/** The movement of each subject in a period; those without any are left out. As the role that sees all rows. */
export async function subjectSums(
  tx: Tx,
  { subjects, from, to }: Pick<SumsQuery, 'subjects' | 'from' | 'to'>,
): Promise<Map<number, MovementSums>> {
  const subject = subjects.type === 'device' ? sql`q.device_id` : sql`q.subject_id`;
  const { rows } = await sql<MovementSums & { id: number }>`
    SELECT ${subject} AS id, ${sums} FROM track_quarter q WHERE ${quartersOf(subjects, from, to)} GROUP BY 1`.execute(
    tx,
  );
  return new Map(rows.map(({ id, ...sum }) => [id, sum]));
}
