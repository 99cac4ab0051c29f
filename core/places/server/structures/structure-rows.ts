import { sql } from 'kysely';
import { cityNamed, countryNamed } from '#core/countries/server/api.ts';
import { visibleStructures } from '#core/permissions/common/visible-structures.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import { structure } from '../../common/structure.ts';
import { siteZone } from '../site-zone.ts';

/** Conditions on `t` (structure): of the company and visible to the caller. */
export const structuresOf = (actor: Actor, companyId: number) => [
  sql`t.company_id = ${companyId}`,
  visibleStructuresOnly(actor, 't.id'),
];

/** A condition on the id of a structure: the caller's permission groups allow to see it. */
export function visibleStructuresOnly(actor: Actor, column: string) {
  const visible = visibleStructures(actor);
  return visible ? sql`${sql.ref(column)} = ANY (${visible}::integer[])` : sql`true`;
}

/**
 * A condition on records with a structure in the column: the caller's permission groups allow to see it, or the record has
 * no structure.
 */
export const inVisibleStructure = (actor: Actor, column: string) =>
  sql`(${sql.ref(column)} IS NULL OR ${visibleStructuresOnly(actor, column)})`;

/** Refuses with 404 unless the caller may see the structure. */
export async function assertStructure(tx: Tx, actor: Actor, companyId: number, id: number): Promise<void> {
  const visible = visibleStructures(actor);
  const row = await tx
    .selectFrom('structure')
    .select('id')
    .where('id', '=', id)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!row || (visible && !visible.includes(id))) throw refuse(404, 'not-found');
}

/** Refuses the field unless all of these are structures of the company that the caller may see. */
export async function assertStructures(
  tx: Tx,
  actor: Actor,
  companyId: number,
  ids: readonly number[],
  field: string,
): Promise<void> {
  const visible = visibleStructures(actor);
  const wanted = [...new Set(ids)];
  const found = await tx
    .selectFrom('structure')
    .select('id')
    .where('id', '=', anyOf(wanted))
    .where('companyId', '=', companyId)
    .execute();
  if (found.length < wanted.length || (visible && wanted.some((id) => !visible.includes(id))))
    throw invalid(field, 'invalid');
}

/** The ids of a page of a company’s structures that the caller may see and that meet the conditions. */
export const structureIds = (
  { tx, actor, list }: Pick<Context, 'tx' | 'actor' | 'list'>,
  companyId: number,
  conditions: ReturnType<typeof sql>[] = [],
) =>
  findIds(tx, {
    table: 'structure',
    spec: structure.list,
    query: list,
    scope: actor.scope,
    company: null,
    where: [...structuresOf(actor, companyId), ...conditions],
  });

/** Additional columns of a structure: names of related records in the caller's language, and counts of its parts. */
export const structureSelection = ({ actor, locale }: Pick<Context, 'actor' | 'locale'>) => ({
  country: countryNamed(locale)('t.country_id'),
  city: cityNamed(locale)('t.city_id'),
  area: sql`(SELECT jsonb_build_object('id', a.id, 'name', a.name) FROM area a WHERE a.id = t.area_id)`,
  parent: sql`(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM structure p WHERE p.id = t.parent_id AND ${visibleStructuresOnly(actor, 'p.id')})`,
  zone: siteZone('t.id', 't.company_id'),
  floors: sql`(SELECT count(*) FROM floor f WHERE f.structure_id = t.id)`,
  spaces: sql`(SELECT count(*) FROM space x WHERE x.structure_id = t.id)`,
  innerStructures: sql`(SELECT count(*) FROM structure i WHERE i.parent_id = t.id AND ${visibleStructuresOnly(actor, 'i.id')})`,
});
