import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';

type TokenInStock = { id: number; companyId: number; app: string; solutionIds: number[]; months: number };

const freeToken = sql`t.device_id IS NULL AND t.used_for IS NULL AND t.blocked_at IS NULL AND t.months IS NOT NULL`;

type TokenCount = { app: string; solutionIds: number[]; months: number; count: number };

/** The subscriptions that a company has in stock, counted by solution and term. */
export async function tokensInStock(tx: Tx, companyId: number): Promise<TokenCount[]> {
  const tokens = await sql<TokenCount>`
    SELECT t.app, t.solution_ids, t.months, count(*)::integer AS count FROM device_token t
     WHERE t.company_id = ${companyId} AND ${freeToken} GROUP BY 1, 2, 3 ORDER BY 1, 2, 3`.execute(tx);
  return tokens.rows;
}

/** The subscription that a company has. Refuses with 404. */
export async function tokenOfStock(tx: Tx, companyId: number, id: number): Promise<TokenInStock> {
  const token = await tx
    .selectFrom('deviceToken')
    .select(['id', 'companyId', 'app', 'solutionIds', 'months'])
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .$narrowType<{ months: number }>()
    .executeTakeFirst();
  if (!token) throw refuse(404, 'not-in-your-stock');
  return token;
}

/**
 * The subscriptions in stock that fit each of the solutions (empty: all) of an app, the oldest first, at most `count`.
 * Compare `fitsSolutions`.
 */
export const oldestTokens = async (
  tx: Tx,
  companyId: number,
  { app, solutionIds, months }: { app: string; solutionIds: readonly number[]; months: number },
  count: number,
): Promise<number[]> =>
  (
    await sql<{ id: number }>`SELECT t.id FROM device_token t
         WHERE t.company_id = ${companyId} AND t.app = ${app} AND t.months = ${months} AND ${freeToken}
           AND (t.solution_ids = '{}' OR (${solutionIds.length > 0} AND t.solution_ids @> ${solutionIds}::integer[]))
         ORDER BY t.id LIMIT ${count}`.execute(tx)
  ).rows.map(({ id }) => id);
