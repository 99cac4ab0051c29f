import { sql } from 'kysely';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

/** The solutions of the visible apps with the number of models on sale. */
export async function solutionsOnSale(
  tx: Tx,
  kit: Pick<Kit, 'apps' | 'settings'>,
  locale: 'en' | 'ar',
  only: string | null,
) {
  const found = await sql<{ solutionId: number; models: number }>`
    SELECT s.solution_id, count(*) AS models FROM market_product t CROSS JOIN LATERAL unnest(t.solution_ids) AS s (solution_id)
     WHERE t.kind = 'device' AND t.active GROUP BY s.solution_id`.execute(tx);
  const models = new Map(found.rows.map((row) => [row.solutionId, row.models]));
  return visibleApps(kit)
    .filter(({ id }) => only === null || id === only)
    .flatMap(({ id: app, solutions = [] }) =>
      solutions.map(({ id, key, icon }) => ({
        id,
        app,
        key,
        icon,
        name: textOf({ id: app }, locale, `solutions.${key}`) ?? key,
        offered: models.has(id),
        hardwareCount: models.get(id) ?? 0,
      })),
    );
}
