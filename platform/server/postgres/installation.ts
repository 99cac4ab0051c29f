import { sql } from 'kysely';
import type pg from 'pg';
import type { Tx } from './database.ts';

/** The settings of the installation that statements need, in the table `installation`. */
export type Installation = {
  /** The zone of the platform: its bills are dated, and its numbers counted by year, in it. */
  timeZone: string;
  /** The country of the platform (ISO 3166-1 alpha-2). */
  country: string;
  /** What the numbers of its orders and bills begin with. */
  numbers: { order: string; invoice: string; creditNote: string };
};

/** Stores the settings of a start. Several processes may start at once. */
export async function storeInstallation(pool: pg.Pool, { timeZone, country, numbers }: Installation): Promise<void> {
  await pool.query(
    `INSERT INTO installation (time_zone, country, order_prefix, invoice_prefix, credit_note_prefix) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (single) DO UPDATE SET time_zone = excluded.time_zone, country = excluded.country, order_prefix = excluded.order_prefix,
       invoice_prefix = excluded.invoice_prefix, credit_note_prefix = excluded.credit_note_prefix
      WHERE (installation.time_zone, installation.country, installation.order_prefix, installation.invoice_prefix, installation.credit_note_prefix)
            IS DISTINCT FROM (excluded.time_zone, excluded.country, excluded.order_prefix, excluded.invoice_prefix, excluded.credit_note_prefix)`,
    [timeZone, country, numbers.order, numbers.invoice, numbers.creditNote],
  );
}

/** Where the platform is. */
export async function platformPlace(tx: Tx): Promise<Pick<Installation, 'timeZone' | 'country'>> {
  const place = await tx.selectFrom('installation').select(['timeZone', 'country']).executeTakeFirst();
  if (!place) throw new Error('the settings of the installation are not stored');
  return place;
}

const prefixColumns = { order: 'order_prefix', invoice: 'invoice_prefix', creditNote: 'credit_note_prefix' } as const;

/** SQL for what the numbers of a series of the platform begin with. */
export const platformPrefix = (series: keyof Installation['numbers']) =>
  sql<string>`(SELECT ${sql.ref(prefixColumns[series])} FROM installation)`;
