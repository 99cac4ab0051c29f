import { sql } from 'kysely';
import { administratorsOf, providersWith, staffOf } from '#core/accounts/server/api.ts';
import { abilityGranted } from '#core/permissions/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';

type Entity = 'visit' | 'hit';
type Readers = Map<number, number[]>;

/** The people of a company who may see records of an entity at each of the sites, by site. */
export async function siteReaders(
  tx: Tx,
  companyId: number,
  structures: readonly number[],
  entity: Entity,
): Promise<Readers> {
  const mayRead = abilityGranted({
    person: 's.id',
    app: 'd.app',
    resource: 'd.structure_id',
    entity: sql`${entity}::text`,
    action: 'read',
  });
  const { rows } = await sql<{ structureId: number; id: number }>`
    SELECT d.structure_id, s.id
      FROM (SELECT ${companyId}::integer AS company_id, 'rodent' AS app, n.id AS structure_id FROM unnest(${structures}::integer[]) AS n (id)) d
     CROSS JOIN LATERAL ${staffOf('d.company_id')} s WHERE ${mayRead}`.execute(tx);
  const administrators = (await administratorsOf(tx, companyId)).map(({ id }) => id);
  const bySite = Map.groupBy(rows, ({ structureId }) => structureId);
  return new Map(
    structures.map((structure) => [
      structure,
      [...new Set([...administrators, ...(bySite.get(structure) ?? []).map(({ id }) => id)])],
    ]),
  );
}

/** The same of each company that works at the sites by a contract which covers that, as its own groups grant it. */
export async function providerReaders(
  tx: Tx,
  companyId: number,
  structures: readonly number[],
  entity: Entity,
): Promise<Readers> {
  const all: Readers = new Map();
  for (const { id, structures: covered } of await providersWith(tx, companyId, `rodent.${entity}.read`)) {
    const sites = structures.filter((site) => covered === null || covered.includes(site));
    if (sites.length === 0) continue;
    const readers = await siteReaders(tx, id, sites, entity);
    for (const [site, people] of readers) all.set(site, [...(all.get(site) ?? []), ...people]);
  }
  return all;
}
