import { sql } from 'kysely';
import { emit } from '#platform/server/domain-events.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import type { Writing } from '#platform/server/records/writer.ts';
import { refuse } from '#platform/server/refuse.ts';
import { assertStructure } from '../structures/structure-rows.ts';

type Renamed = { id: number; name: string };
type Found = { id: number; companyId: number; code: string | null; floorId: number | null };

/**
 * Gives spaces of a structure other names, all or none: a name that another space there has is named. They may take each
 * other's names. Their codes stay, which may be printed on walls.
 */
export async function renameSpaces(
  context: Writing,
  companyId: number,
  { structureId, spaces }: { structureId: number; spaces: readonly Renamed[] },
): Promise<void> {
  const { tx, actor } = context;
  changeableCompany(actor, companyId);
  await assertStructure(tx, actor, companyId, structureId);
  const ids = spaces.map(({ id }) => id);
  const wanted = JSON.stringify(spaces);
  const { rows: taken } = await sql<{ name: string }>`
    SELECT o.name FROM jsonb_to_recordset(${wanted}::jsonb) AS n (id integer, name text)
      JOIN space s ON s.id = n.id JOIN space o ON o.structure_id = s.structure_id AND o.name = n.name
       AND o.floor_id IS NOT DISTINCT FROM s.floor_id AND o.parent_id IS NOT DISTINCT FROM s.parent_id
     WHERE s.structure_id = ${structureId} AND o.id <> ALL (${ids}::integer[]) ORDER BY length(o.name), o.name`.execute(
    tx,
  );
  const [first] = taken;
  if (first) throw refuse(409, 'names-taken', { name: first.name });
  // Each name is free before another space takes it.
  await sql`
    UPDATE space s SET name = n.id || ' ' || n.name FROM jsonb_to_recordset(${wanted}::jsonb) AS n (id integer, name text)
     WHERE s.id = n.id AND s.structure_id = ${structureId}
       AND EXISTS (SELECT FROM jsonb_to_recordset(${wanted}::jsonb) AS o (id integer, name text) WHERE o.name = s.name AND o.id <> s.id)`.execute(
    tx,
  );
  const { rows } = await sql<Found>`
    UPDATE space s SET name = n.name FROM jsonb_to_recordset(${wanted}::jsonb) AS n (id integer, name text)
     WHERE s.id = n.id AND s.structure_id = ${structureId} RETURNING s.id, s.company_id, s.code, s.floor_id`.execute(
    tx,
  );
  if (rows.length < ids.length) throw refuse(404, 'not-found');
  const names = new Map(spaces.map(({ id, name }) => [id, name]));
  for (const space of rows) await emit(context, 'space.changed', { ...space, name: names.get(space.id) ?? '' });
}
