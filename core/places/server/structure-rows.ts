import { sql } from 'kysely';
import { cityNamed, countryNamed } from '#core/countries/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import type { Tx } from '#platform/server/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import { findIds, inOrder } from '#platform/server/rows.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import { type Structure, structure } from '../common/structure.ts';

/** Conditions on `t`, a structure: of the company, and named by the caller's permission groups where these limit. */
export const structuresOf = (actor: Actor, companyId: number) => [
  sql`t.company_id = ${companyId}`,
  structuresSeen(actor, 't.id'),
];

/** A condition on the id of a structure: the caller's permission groups name it where these limit. */
export function structuresSeen(actor: Actor, column: string) {
  const visible = visibleStructures(actor);
  return visible ? sql`${sql.ref(column)} = ANY (${visible}::integer[])` : sql`true`;
}

/**
 * A condition on what stands in the structure of a column: those that the caller's permission groups name where these
 * limit, and what stands in none.
 */
export const standingInSeen = (actor: Actor, column: string) =>
  sql`(${sql.ref(column)} IS NULL OR ${structuresSeen(actor, column)})`;

/** Refuses with 404 unless the caller sees the structure. */
export async function assertStructure(tx: Tx, actor: Actor, companyId: number, id: number): Promise<void> {
  const visible = visibleStructures(actor);
  const found = await tx
    .selectFrom('structure')
    .select('id')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!found || (visible && !visible.includes(id))) throw refuse(404, 'not-found');
}

export const structureIds = (
  { tx, actor, list }: Pick<Context, 'tx' | 'actor' | 'list'>,
  companyId: number,
  more: ReturnType<typeof sql>[] = [],
) =>
  findIds(tx, {
    table: 'structure',
    spec: structure.list,
    query: list,
    scope: actor.scope,
    company: null,
    where: [...structuresOf(actor, companyId), ...more],
  });

type Reading = Pick<Context, 'tx' | 'actor' | 'locale'>;

/** Structures as they are shown, in the order of `ids`, with the names around them in the caller's language. */
export async function readStructures({ tx, actor, locale }: Reading, ids: readonly number[]): Promise<Structure[]> {
  const found = await sql<Structure & { id: number }>`
    SELECT s.id, s.company_id, s.name, s.kind, s.country_id, s.city_id, s.area_id, s.address, s.parent_id, s.created_at,
      CASE WHEN s.lat IS NOT NULL THEN jsonb_build_object('lat', s.lat, 'lng', s.lng) END AS location,
      ${countryNamed(locale)('s.country_id')} AS country,
      ${cityNamed(locale)('s.city_id')} AS city,
      (SELECT jsonb_build_object('id', a.id, 'name', a.name) FROM area a WHERE a.id = s.area_id) AS area,
      (SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM structure p WHERE p.id = s.parent_id AND ${structuresSeen(actor, 'p.id')}) AS parent,
      (SELECT count(*) FROM floor f WHERE f.structure_id = s.id) AS floors,
      (SELECT count(*) FROM space x WHERE x.structure_id = s.id) AS spaces,
      (SELECT count(*) FROM structure i WHERE i.parent_id = s.id AND ${structuresSeen(actor, 'i.id')}) AS inner_structures
    FROM structure s WHERE s.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(ids, found.rows);
}

export async function readStructure(context: Reading, id: number): Promise<Structure> {
  const [found] = await readStructures(context, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}
