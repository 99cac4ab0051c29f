import type pg from 'pg';
import type { MeasuredPoints } from '../tables.ts';
import { readingColumns } from './batch.ts';

/** Stores the points and returns the messages with only those that were not stored before. */
export async function insertReadings(
  client: pg.PoolClient,
  messages: readonly MeasuredPoints[],
): Promise<readonly MeasuredPoints[]> {
  const columns = readingColumns(messages);
  if (columns.count === 0) return [];
  const result = await client.query({
    name: 'reading-insert',
    text: `INSERT INTO reading (device_id, sensor_id, time, value, word)
           SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::double precision[], $5::text[]) AS n(d, s, t, v, w)
           ON CONFLICT DO NOTHING`,
    values: [columns.device, columns.sensor, columns.time, columns.value, columns.word],
  });
  if (result.rowCount === columns.count) return messages.filter(({ t }) => t.length > 0);
  // Some points were stored before. New rows were written by this transaction: `xmin` is the lower half of its id. If
  // a point is in the batch twice, the first counts, as for the INSERT.
  const inserted = await client.query<{ i: number }>(
    `SELECT min(n.i)::integer AS i FROM unnest($1::integer[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS n(d, s, t, i)
       JOIN reading r ON r.device_id = n.d AND r.sensor_id = n.s AND r.time = to_timestamp(n.t / 1000.0)
      WHERE r.xmin::text = (pg_current_xact_id()::text::bigint & 4294967295)::text
      GROUP BY n.d, n.s, n.t`,
    [columns.device, columns.sensor, columns.time],
  );
  return withOnly(messages, new Set(inserted.rows.map((row) => row.i - 1)));
}

/** The messages with only the points whose position across all messages is in `keep`. */
function withOnly(messages: readonly MeasuredPoints[], keep: ReadonlySet<number>): MeasuredPoints[] {
  let position = 0;
  return messages.flatMap((message) => {
    const first = position;
    position += message.t.length;
    const positions = message.t.flatMap((_, i) => (keep.has(first + i) ? [i] : []));
    if (positions.length === 0) return [];
    const pick = <T>(column: readonly T[]) => positions.map((i) => column[i] as T);
    return {
      d: message.d,
      r: message.r,
      t: pick(message.t),
      s: pick(message.s),
      v: pick(message.v),
      ...(message.w ? { w: pick(message.w) } : {}),
    };
  });
}
