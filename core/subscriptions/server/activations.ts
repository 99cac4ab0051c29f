import { sql } from 'kysely';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';

/** How many subscriptions began in each of the last twelve months, by the time zone; `month` is its first day. */
export async function activationsByMonth(
  tx: Tx,
  scope: Scope,
  zone: string,
): Promise<{ month: string; count: number }[]> {
  const companies = scope.companies === 'all' ? sql`true` : sql`t.company_id = ANY (${scope.companies}::integer[])`;
  const counts = await sql<{ month: string; count: number }>`
    SELECT m.month::date::text AS month, (
             SELECT count(*) FROM device_token t
              WHERE ${companies} AND t.activation_at >= rasid_instant(m.month, ${zone}) AND t.activation_at < rasid_instant(m.month + interval '1 month', ${zone})
           )::integer AS count
      FROM generate_series(date_trunc('month', rasid_wall(now(), ${zone})) - interval '11 months', date_trunc('month', rasid_wall(now(), ${zone})), interval '1 month') AS m (month)
     ORDER BY 1`.execute(tx);
  return counts.rows;
}

/** SQL for whether a subscription has begun or renewed another one; null without one. */
export const tokenBegun = (column: string) =>
  sql<
    boolean | null
  >`(SELECT k.activation_at IS NOT NULL OR k.used_for IS NOT NULL FROM device_token k WHERE k.id = ${sql.ref(column)})`;
