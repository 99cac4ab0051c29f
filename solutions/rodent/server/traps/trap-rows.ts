import { type RawBuilder, sql } from 'kysely';
import { deviceFacts, newestValues } from '#core/devices/server/api.ts';
import { floorNamed, spaceNamed, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { column, inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Actor, ListReply } from '#platform/server/serve.ts';
import type { Trap, TrapFacts } from '../../common/trap-routes.ts';
import { sensorIds } from '../hits/trap-messages.ts';

const battery = { sensorId: 1, low: 20 } as const;
const displacedId = 1005;
const shownDays = 28;

/** What a trap holds and how it is now, from its device, its hits and its latest values. */
const traps = sql`
  SELECT d.id, d.company_id, d.structure_id, d.floor_id, d.space_id, d.name, d.search, t.number, coalesce(t.kind, 'snap') AS kind, coalesce(t.target, 'both') AS target,
         coalesce(t.zone, 'interior') AS zone, t.lure, t.capacity, coalesce(t.live_catch, false) AS live_catch,
         CASE WHEN s.time > greatest(l.at, l.rearmed_at) OR l.at IS NULL THEN coalesce(s.word, 'armed') WHEN l.rearmed_at IS NULL THEN 'sprung' ELSE 'armed' END AS state,
         CASE WHEN s.time > greatest(l.at, l.rearmed_at) OR l.at IS NULL THEN s.time ELSE coalesce(l.rearmed_at, l.at) END AS since,
         (SELECT max(h.at) FROM rodent_hit h WHERE h.device_id = d.id) AS last_hit_at,
         (SELECT count(*)::integer FROM rodent_hit h WHERE h.device_id = d.id AND h.at > now() - ${shownDays} * interval '1 day'
             AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')) AS hits, v.at AS last_visit_at, v.finding AS last_finding,
         b.value AS battery, d.connection = 'offline' AS silent, coalesce(f.held >= t.capacity, false) AS full, coalesce(m.value = 1, false) AS displaced
    FROM ${sql.raw(deviceFacts)} d
    LEFT JOIN rodent_trap t ON t.id = d.id
    LEFT JOIN ${sql.raw(newestValues)} s ON s.device_id = d.id AND s.sensor_id = ${sensorIds.state}
    LEFT JOIN ${sql.raw(newestValues)} b ON b.device_id = d.id AND b.sensor_id = ${battery.sensorId}
    LEFT JOIN ${sql.raw(newestValues)} m ON m.device_id = d.id AND m.sensor_id = ${displacedId}
    LEFT JOIN LATERAL (SELECT l.at, l.finding FROM rodent_visit_line l
                        WHERE l.device_id = d.id AND l.finding NOT IN ('missing', 'inaccessible') ORDER BY l.at DESC LIMIT 1) v ON true
    LEFT JOIN LATERAL (SELECT h.at, h.rearmed_at FROM rodent_hit h
                        WHERE h.device_id = d.id AND h.kind = 'activation' AND h.from_at IS NULL ORDER BY h.at DESC LIMIT 1) l ON true
    LEFT JOIN LATERAL (SELECT count(*) AS held FROM rodent_hit h
                        WHERE h.device_id = d.id AND t.capacity IS NOT NULL AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')
                          AND h.at > coalesce((SELECT max(w.to_at) FROM rodent_service_window w WHERE w.device_id = d.id), '-infinity')) f ON true
   WHERE d.app = 'rodent' AND d.state = 'installed'`;

const filters: Readonly<Record<string, RawBuilder<string>>> = {
  id: sql`t.id::text`,
  structureId: sql`t.structure_id::text`,
  zone: sql`t.zone`,
  kind: sql`t.kind`,
  state: sql`t.state`,
  needsHand: sql`(t.needs <> '{}')::text`,
};
const needs = sql`array_remove(ARRAY[
  CASE WHEN t.state = 'sprung' AND t.kind IN ('snap', 'electronic') THEN 'sprung' END, CASE WHEN t.full THEN 'full' END,
  CASE WHEN t.displaced THEN 'displaced' END, CASE WHEN t.silent THEN 'silent' END, CASE WHEN t.battery < ${battery.low} THEN 'battery' END], NULL)`;
/** The traps `t` with why somebody has to go to them. */
export const withNeeds = sql`(SELECT t.*, ${needs} AS needs FROM (${traps}) t) t`;

/** The traps `t` of the companies of the caller, by the structures that they may see. */
export function seenBy({ scope, session }: Actor): RawBuilder<unknown>[] {
  const structures = resourcesWith(session, 'rodent', 'device', 'read');
  return [
    inCompanies(scope, 'company_id'),
    ...(structures === null ? [] : [sql`t.structure_id = ANY (${structures}::integer[])`]),
  ];
}

/** What the list of devices shows of traps. */
export async function factsOfTraps(tx: Tx, actor: Actor): Promise<TrapFacts[]> {
  const { rows } = await sql<TrapFacts>`
    SELECT t.id, t.number, t.zone, t.kind, t.lure, t.state, t.since, t.hits, t.last_hit_at, t.last_visit_at, t.needs
      FROM ${withNeeds} WHERE ${sql.join(seenBy(actor), sql` AND `)}`.execute(tx);
  return rows;
}

/** The traps that the caller sees by their structures. */
export async function findTraps(tx: Tx, actor: Actor, query: ListQuery): Promise<ListReply<Trap>> {
  const conditions = [
    ...seenBy(actor),
    ...(query.search ? [sql`strpos(t.search, ${fold(query.search)}) > 0`] : []),
    ...Object.entries(query.filters).map(([field, values]) => sql`${filters[field]} = ANY (${values}::text[])`),
  ];
  if (query.filters.id?.some((id) => !/^\d{1,9}$/.test(id))) throw invalid('id', 'pleaseInputIDRight');
  const { field, direction } = query.sort ?? { field: 'number', direction: 'asc' };
  const order = sql`${sql.ref(`t.${column(field)}`)} ${sql.raw(direction)} NULLS LAST, t.id`;
  // The rows alone need what is only shown of a trap.
  const found = await sql<{ id: number; total: number }>`
    SELECT t.id, count(*) OVER ()::integer AS total FROM ${withNeeds} WHERE ${sql.join(conditions, sql` AND `)}
     ORDER BY ${order} LIMIT ${query.limit} OFFSET ${query.skip}`.execute(tx);
  const ids = found.rows.map(({ id }) => id);
  const { rows } = await sql<Trap>`
    SELECT t.id, t.company_id, t.name, t.number, t.kind, t.target, t.zone, t.lure, t.capacity, t.live_catch, t.state, t.since, t.last_hit_at, t.last_visit_at, t.last_finding,
           t.hits, t.battery, t.silent, t.full, t.needs <> '{}' AS needs_hand, t.needs,
           ${structureNamed('t.structure_id')} AS structure, ${floorNamed('t.floor_id')} AS floor, ${spaceNamed('t.space_id')} AS space
      FROM ${withNeeds} WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  return { data: inOrder(ids, rows), totalRecords: query.total ? (found.rows[0]?.total ?? 0) : null };
}
