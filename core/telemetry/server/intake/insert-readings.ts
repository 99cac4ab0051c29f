import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { MeasuredPoints } from '../measured-points.ts';
import { type ReadingColumns, readingColumns } from './batch.ts';

/** After a duplicate, this many batches look for more at once: devices and brokers that send again do so for a while. */
const cautiousBatches = 16;
/** Inserts the readings of batches. */
export class ReadingInserter {
  private cautious = 0;

  /** Stores the points and returns the messages with only those that were not stored before. */
  async insert(tx: Tx, messages: readonly MeasuredPoints[]): Promise<readonly MeasuredPoints[]> {
    const columns = readingColumns(messages);
    if (columns.count === 0) return [];
    const areNew = this.cautious > 0 ? await insertMissing(tx, columns) : await this.insertNew(tx, columns);
    this.cautious = Math.max(0, this.cautious - 1);
    return areNew ? messages.filter(({ t }) => t.length > 0) : withOnly(messages, await insertedNow(tx, columns));
  }

  /**
   * Inserts points that are expected to be new: without ON CONFLICT, PostgreSQL writes a fifth less WAL. If one was
   * stored before, only the others are inserted. Returns whether all were new.
   */
  private async insertNew(tx: Tx, columns: ReadingColumns): Promise<boolean> {
    const { rows } = await queryText<{ new: boolean }>(tx, {
      name: 'reading-insert',
      text: 'SELECT rasid_insert_readings($1, $2, $3, $4, $5) AS new',
      values: valuesOf(columns),
    });
    if (rows[0]?.new) return true;
    this.cautious = cautiousBatches;
    return insertMissing(tx, columns);
  }
}

const valuesOf = ({ device, sensor, time, value, word }: ReadingColumns) => [device, sensor, time, value, word];

/** Inserts the points that are not stored. Returns whether these are all. */
async function insertMissing(tx: Tx, columns: ReadingColumns): Promise<boolean> {
  const result = await queryText(tx, {
    name: 'reading-insert-missing',
    text: `INSERT INTO reading (device_id, sensor_id, time, value, word)
           SELECT d, s, to_timestamp(t / 1000.0), v, w FROM unnest($1::integer[], $2::integer[], $3::bigint[], $4::double precision[], $5::text[]) AS n(d, s, t, v, w)
           ON CONFLICT DO NOTHING`,
    values: valuesOf(columns),
  });
  return result.rowCount === columns.count;
}

/**
 * The positions of the points that this transaction has inserted: `xmin` is the lower half of its id. If a point is in
 * the batch twice, the first counts, as for the INSERT.
 */
async function insertedNow(tx: Tx, columns: ReadingColumns): Promise<ReadonlySet<number>> {
  const inserted = await queryText<{ i: number }>(tx, {
    text: `SELECT min(n.i)::integer AS i FROM unnest($1::integer[], $2::integer[], $3::bigint[]) WITH ORDINALITY AS n(d, s, t, i)
       JOIN reading r ON r.device_id = n.d AND r.sensor_id = n.s AND r.time = to_timestamp(n.t / 1000.0)
      WHERE r.xmin::text = (pg_current_xact_id()::text::bigint & 4294967295)::text
      GROUP BY n.d, n.s, n.t`,
    values: [columns.device, columns.sensor, columns.time],
  });
  return new Set(inserted.rows.map((row) => row.i - 1));
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
