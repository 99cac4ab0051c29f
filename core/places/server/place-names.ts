import { sql } from 'kysely';
import { cityNamed, countryNamed } from '#core/countries/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { Actor } from '#platform/server/serve.ts';
import { structuresSeen } from './structure-rows.ts';

type Named = { id: number; name: string } | null;
const nameIn = (table: 'structure' | 'floor' | 'space' | 'area') => (column: string) => {
  const id = sql.ref(column);
  return sql<Named>`(SELECT jsonb_build_object('id', p.id, 'name', p.name) FROM ${sql.table(table)} p WHERE p.id = ${id})`;
};

/** `{id, name}` of the place that a column names, within another slice's statement; null when it names none. */
export const structureNamed = nameIn('structure');
export const floorNamed = nameIn('floor');
export const spaceNamed = nameIn('space');
export const areaNamed = nameIn('area');

/** What a place is called that JSON names by ids (`{structureId, floorId, spaceId}`), from the outside in; null when it names none. */
export const placeCalled = (json: ReturnType<typeof sql>) =>
  sql<string | null>`nullif(concat_ws(' · ',
    (SELECT name FROM structure WHERE id = (${json} ->> 'structureId')::integer),
    (SELECT name FROM floor WHERE id = (${json} ->> 'floorId')::integer),
    (SELECT name FROM space WHERE id = (${json} ->> 'spaceId')::integer)), '')`;

/** The same for what surrounds places, in the reader's language. */
export const placesNamed = (locale: 'en' | 'ar') => ({
  structure: structureNamed,
  area: areaNamed,
  country: countryNamed(locale),
  city: cityNamed(locale),
});

export type Placement = {
  structureId: number;
  floorId?: number | null | undefined;
  spaceId?: number | null | undefined;
};

/** Whether the structure is the company's and the floor and space, if named, are the structure's. */
export async function placementExists(tx: Tx, companyId: number, to: Placement): Promise<boolean> {
  const { structureId, floorId = null, spaceId = null } = to;
  const found = await sql<{ ok: boolean }>`
    SELECT EXISTS (SELECT FROM structure WHERE id = ${structureId} AND company_id = ${companyId})
       AND (${floorId}::integer IS NULL OR EXISTS (SELECT FROM floor WHERE id = ${floorId} AND structure_id = ${structureId}))
       AND (${spaceId}::integer IS NULL OR EXISTS (SELECT FROM space WHERE id = ${spaceId} AND structure_id = ${structureId})) AS ok`.execute(
    tx,
  );
  return found.rows[0]?.ok ?? false;
}

/** The floor of a level, if the structure has one there. */
export async function floorAtLevel(tx: Tx, structureId: number, level: number): Promise<Named> {
  const found = await sql<NonNullable<Named>>`
    SELECT id, name FROM floor WHERE structure_id = ${structureId} AND level = ${level} ORDER BY id LIMIT 1`.execute(
    tx,
  );
  return found.rows[0] ?? null;
}

const maxChoices = 500;

/** The structures that the caller sees, to choose from in a filter, by name. */
export async function structureChoices(tx: Tx, actor: Actor): Promise<{ id: number; name: string }[]> {
  const { scope } = actor;
  const within = scope.companies === 'all' ? sql`true` : sql`company_id = ANY (${scope.companies}::integer[])`;
  const found = await sql<{
    id: number;
    name: string;
  }>`SELECT id, name FROM structure WHERE ${within} AND ${structuresSeen(actor, 'id')} ORDER BY name LIMIT ${maxChoices}`.execute(
    tx,
  );
  return found.rows;
}
