import { sql } from 'kysely';
import { cityNamed, countryNamed } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { visibleStructuresOnly } from './structures/structure-rows.ts';

type NamedPlace = { id: number; name: string } | null;
const namedIn = (table: 'structure' | 'floor' | 'space' | 'area') => (column: string) => {
  const id = sql.ref(column);
  return sql<NamedPlace>`(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM ${sql.table(table)} p WHERE p.id = ${id})`;
};

/** SQL for statements of other slices: `{id, name}` of the place with the id in the column, or null. */
export const structureNamed = namedIn('structure');
/** SQL for `{id, name}` of the structures with the ids in an array, by name. */
export const structuresNamed = (column: string) =>
  sql<
    { id: number; name: string }[]
  >`(SELECT coalesce(jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name) ORDER BY p.name, p.id), '[]')
    FROM structure p WHERE p.id = ANY (${sql.ref(column)}))`;
export const floorNamed = namedIn('floor');
export const spaceNamed = namedIn('space');
export const areaNamed = namedIn('area');

/** SQL for the full name of a place given as JSON (`{structureId, floorId, spaceId}`); null if the JSON has no ids. */
export const placeNameOf = (json: ReturnType<typeof sql>) =>
  sql<string | null>`nullif(concat_ws(' · ',
    (SELECT name FROM structure WHERE id = (${json} ->> 'structureId')::integer),
    (SELECT name FROM floor WHERE id = (${json} ->> 'floorId')::integer),
    (SELECT name FROM space WHERE id = (${json} ->> 'spaceId')::integer)), '')`;

/** SQL for `{id, name}` of structures, areas, countries and cities, in the reader's language. */
export const placesNamed = (locale: 'en' | 'ar') => ({
  structure: structureNamed,
  area: areaNamed,
  country: countryNamed(locale),
  city: cityNamed(locale),
});

export type PlaceNames = {
  structureId: number;
  floorId?: number | null | undefined;
  spaceId?: number | null | undefined;
};

/** Whether the structure belongs to the company, and the floor and space to the structure. */
export async function placementExists(tx: Tx, companyId: number, placement: PlaceNames): Promise<boolean> {
  const [exists = false] = await placementsExist(tx, [{ companyId, ...placement }]);
  return exists;
}

/** `placementExists` of each, in one statement. */
export async function placementsExist(
  tx: Tx,
  placements: readonly (PlaceNames & { companyId: number })[],
): Promise<boolean[]> {
  const column = (pick: (one: (typeof placements)[number]) => number | null | undefined) =>
    sql`${placements.map((one) => pick(one) ?? null)}::integer[]`;
  const { rows } = await sql<{ ok: boolean }>`
    SELECT EXISTS (SELECT FROM structure s WHERE s.id = n.structure_id AND s.company_id = n.company_id)
       AND (n.floor_id IS NULL OR EXISTS (SELECT FROM floor f WHERE f.id = n.floor_id AND f.structure_id = n.structure_id))
       AND (n.space_id IS NULL OR EXISTS (SELECT FROM space p WHERE p.id = n.space_id AND p.structure_id = n.structure_id)) AS ok
      FROM unnest(${column(({ companyId }) => companyId)}, ${column(({ structureId }) => structureId)},
                  ${column(({ floorId }) => floorId)}, ${column(({ spaceId }) => spaceId)})
           WITH ORDINALITY AS n (company_id, structure_id, floor_id, space_id, at) ORDER BY n.at`.execute(tx);
  return rows.map(({ ok }) => ok);
}

/** The floor of a structure at a level; null without one. */
export async function floorAtLevel(tx: Tx, structureId: number, level: number): Promise<NamedPlace> {
  const result = await tx
    .selectFrom('floor')
    .select(['id', 'name'])
    .where('structureId', '=', structureId)
    .where('level', '=', level)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return result ?? null;
}

const maxChoices = 500;

/** The structures that the caller may see, by name, for filters; at most 500. */
export async function structureChoices(tx: Tx, actor: Actor): Promise<{ id: number; name: string }[]> {
  const { scope } = actor;
  const inScope = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const result = await sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM structure WHERE ${inScope} AND ${visibleStructuresOnly(actor, 'id')} ORDER BY name LIMIT ${maxChoices}`.execute(
    tx,
  );
  return result.rows;
}
