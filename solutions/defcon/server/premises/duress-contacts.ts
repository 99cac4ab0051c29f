import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

type Placed = { structureId: number | null };

/** The people who may know of duress at the sites of these panels. */
export async function duressContacts(
  { tx, actor }: Pick<Emitting, 'tx' | 'actor'>,
  panels: readonly Placed[],
): Promise<(panel: Placed) => number[]> {
  const sites = panels.flatMap(({ structureId }) => structureId ?? []);
  if (sites.length === 0) return () => [];
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ structureId: number; userId: number }>`
      SELECT DISTINCT p.structure_id, c.user_id FROM defcon_premises p JOIN defcon_contact c ON c.premises_id = p.id
       WHERE p.structure_id = ANY (${sites}::integer[]) AND c.duress_contact AND c.user_id IS NOT NULL ORDER BY 1, 2`.execute(
      tx,
    ),
  );
  return ({ structureId }) => rows.filter((row) => row.structureId === structureId).map(({ userId }) => userId);
}
