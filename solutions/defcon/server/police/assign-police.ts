import { sql } from 'kysely';
import { inBox, smallestAreaOf, structurePlaces } from '#core/places/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';

/** What the areas of each kind of police are called in `area_shape`. */
export const areaKinds = { headquarters: 'defcon.headquarters', local: 'defcon.station' } as const;

type Placed = { structureId: number; lat: number | null; lng: number | null; countryId: number | null };
type Located = Placed & { lat: number; lng: number };
const isLocated = (one: Placed): one is Located => one.lat !== null && one.lng !== null;

/**
 * Finds the police that answers for premises: the station chosen by hand; else the smallest area of an active station with
 * the structure; else that of an active headquarters; else the fallback of the country. A number of statements that does
 * not depend on the number of premises. Runs as the role that sees all rows.
 */
async function assign(tx: Tx, structureIds: readonly number[], { again }: { again: boolean }): Promise<void> {
  // Locked before the areas are read: a change of one waits for this, and then has these premises checked again.
  const { rows } = await sql<Placed>`
    SELECT p.structure_id, s.lat, s.lng, s.country_id FROM defcon_premises p LEFT JOIN ${sql.raw(structurePlaces)} s ON s.id = p.structure_id
     WHERE p.structure_id = ANY (${structureIds}::integer[]) ORDER BY p.id FOR UPDATE OF p`.execute(tx);
  if (rows.length === 0) return;
  const stations = await areasOf(tx, 'local', rows);
  const headquarters = await areasOf(
    tx,
    'headquarters',
    rows.filter(({ structureId }) => !stations.has(structureId)),
  );
  await sql`
    UPDATE defcon_premises p SET station_id = r.station_id, hq_id = r.hq_id, basis = r.basis,
           assign_at = CASE WHEN ${again} THEN now() + interval '30 seconds' END
      FROM (SELECT n.structure_id, s.id AS station_id, coalesce(s.hq_id, n.hq_id, f.id) AS hq_id,
                   CASE WHEN o.id IS NOT NULL THEN 'manual' WHEN s.id IS NOT NULL THEN 'area' WHEN n.hq_id IS NOT NULL THEN 'headquarters'
                        WHEN f.id IS NOT NULL THEN 'fallback' ELSE 'none' END AS basis
              FROM unnest(${rows.map(({ structureId }) => structureId)}::integer[], ${rows.map(({ countryId }) => countryId)}::integer[],
                          ${rows.map(({ structureId }) => stations.get(structureId) ?? null)}::integer[],
                          ${rows.map(({ structureId }) => headquarters.get(structureId) ?? null)}::integer[])
                   AS n (structure_id, country_id, station_id, hq_id)
              JOIN defcon_premises q ON q.structure_id = n.structure_id
              LEFT JOIN defcon_locality o ON o.id = q.override_id AND o.status = 'active'
              LEFT JOIN defcon_locality s ON s.id = coalesce(o.id, n.station_id)
              LEFT JOIN defcon_locality f ON f.country_id = n.country_id AND f.fallback AND f.status = 'active') r
     WHERE p.structure_id = r.structure_id`.execute(tx);
}

/** The police in whose area each structure is, by the structure. */
async function areasOf(tx: Tx, kind: keyof typeof areaKinds, rows: readonly Placed[]): Promise<Map<number, number>> {
  const located = rows.filter(isLocated);
  const found = await smallestAreaOf(tx, areaKinds[kind], located);
  return new Map(
    located.flatMap(({ structureId }, n) => {
      const id = found[n] ?? null;
      return id === null ? [] : [[structureId, id] as const];
    }),
  );
}

/**
 * Finds the police at once, and once more half a minute later: an area that is drawn at the same moment is not seen yet. Runs
 * as the role that sees all rows.
 */
export const assignPolice = (tx: Tx, structureIds: readonly number[]): Promise<void> =>
  assign(tx, structureIds, { again: true });

type DuePremises = { id: number; structureId: number };

/** Finds the police again for the premises of which it may be another one since an area has changed. */
export const duePremises = dueBatch<DuePremises>(
  'defcon.premises',
  { table: 'defcon_premises', at: 'assign_at' },
  2000,
  ({ tx }, rows) =>
    assign(
      tx,
      rows.map(({ structureId }) => structureId),
      { again: false },
    ),
);

/** Has the premises looked at again that a condition on `p` (premises) and `s` (their places) names. */
export const assignAgain = (tx: Tx, where: ReturnType<typeof sql>) =>
  sql`UPDATE defcon_premises SET assign_at = now() WHERE id IN (
    SELECT p.id FROM defcon_premises p JOIN ${sql.raw(structurePlaces)} s ON s.id = p.structure_id WHERE ${where} ORDER BY p.id FOR UPDATE OF p)`.execute(
    tx,
  );

export async function areaChanged(
  { tx, actor }: Emitting,
  { kind, box }: DomainEvents['area-shape.changed'],
): Promise<void> {
  if (Object.values<string>(areaKinds).includes(kind))
    await bypassRls(tx, actor.scope, () => assignAgain(tx, inBox(box, 's')));
}

/** A structure that has moved gets its police in the same transaction. */
export async function structuresChanged(
  { tx, actor }: Emitting,
  { structures }: DomainEvents['structures.changed'],
): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    assignPolice(
      tx,
      structures.map(({ id }) => id),
    ),
  );
}
