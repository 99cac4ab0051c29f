import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../postgres/database.ts';
import { column } from './rows.ts';

type Series = {
  /** A table with the columns of `of`, `year` and `last`, unique by all but the last. */
  table: string;
  /** The series within the table: its name, or the company that counts. */
  of: Readonly<Record<string, string | number>>;
  year: number | RawBuilder<number>;
  prefix: string | RawBuilder<string>;
};

/** The year of the platform's present day. */
export const platformYear = sql<number>`extract(year FROM rasid_today())::integer`;

/**
 * The next number of a series in a year, such as `INV-2026-000042`. Its row stays locked until the commit, so that a
 * rollback releases the number and a year has no gaps: take it at the end of the transaction.
 */
export async function nextNumber(
  tx: Tx,
  { table, of, year, prefix }: Series,
): Promise<{ year: number; seq: number; number: string }> {
  const keys = sql.join(Object.keys(of).map((key) => sql.ref(column(key))));
  const taken = await sql<{ year: number; seq: number; prefix: string }>`
    INSERT INTO ${sql.table(table)} AS n (${keys}, year, last) VALUES (${sql.join(Object.values(of))}, ${year}, 1)
    ON CONFLICT (${keys}, year) DO UPDATE SET last = n.last + 1 RETURNING year, last AS seq, ${prefix}::text AS prefix`.execute(
    tx,
  );
  const [row] = taken.rows;
  if (!row) throw new Error(`the series of ${table} gave no number`);
  return { year: row.year, seq: row.seq, number: `${row.prefix}-${row.year}-${String(row.seq).padStart(6, '0')}` };
}

/** The next number of a series that a company counts by itself, such as `JC-2026-000042`. As `nextNumber`. */
export const nextCompanyNumber = (
  tx: Tx,
  { series, companyId, prefix }: { series: string; companyId: number; prefix: string },
): ReturnType<typeof nextNumber> =>
  nextNumber(tx, { table: 'company_number', of: { companyId, series }, year: platformYear, prefix });
