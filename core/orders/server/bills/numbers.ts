import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

const prefixes = { invoice: 'INV', 'credit-note': 'CN' } as const;

/** The next number of a series of the year. Its row stays locked until the commit: a rollback gives the number back. */
export async function nextBillNumber(
  tx: Tx,
  kind: keyof typeof prefixes,
): Promise<{ year: number; seq: number; number: string }> {
  const taken = await sql<{ year: number; seq: number }>`
    INSERT INTO number_series (series, year, last) VALUES (${kind}, extract(year FROM rasid_now() AT TIME ZONE 'Asia/Dubai')::integer, 1)
    ON CONFLICT (series, year) DO UPDATE SET last = number_series.last + 1 RETURNING year, last AS seq`.execute(tx);
  const { year, seq } = taken.rows[0] as { year: number; seq: number };
  return { year, seq, number: `${prefixes[kind]}-${year}-${String(seq).padStart(6, '0')}` };
}
