import { type RawBuilder, sql } from 'kysely';
import { deviceFacts, newestValues } from '#core/devices/server/api.ts';
import { floorNamed, spaceNamed, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { column, inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Actor, ListReply } from '#platform/server/serve.ts';
import type { Trap } from '../../common/trap-routes.ts';
import { sensorIds } from '../hits/trap-messages.ts';

const battery = { sensorId: 1, low: 20 } as const;
const shownDays = 28;

/** What a trap holds and how it is now, from its device, its hits and its latest values. */
const traps = sql`
  SELECT d.id, d.company_id, d.structure_id, d.floor_id, d.space_id, d.name, d.search, t.number, coalesce(t.kind, 'snap') AS kind, coalesce(t.target, 'both') AS target,
         coalesce(t.zone, 'interior') AS zone, t.lure, t.capacity, coalesce(t.live_catch, false) AS live_catch,
         CASE WHEN s.time > greatest(l.at, l.rearmed_at) OR l.at IS NULL THEN coalesce(s.word, 'armed') WHEN l.rearmed_at IS NULL THEN 'sprung' ELSE 'armed' END AS state,
         CASE WHEN s.time > greatest(l.at, l.rearmed_at) OR l.at IS NULL THEN s.time ELSE coalesce(l.rearmed_at, l.at) END AS since,
         (SELECT max(h.at) FROM rodent_hit h WHERE h.device_id = d.id) AS last_hit_at,
         (SELECT count(*)::integer FROM rodent_hit h WHERE h.device_id = d.id AND h.at > now() - ${shownDays} * interval '1 day'
             AND h.kind = 'activation' AND h.verdict NOT IN ('false', 'service')) AS hits,
         b.value AS battery, d.connection = 'offline' AS silent, coalesce(f.held >= t.capacity, false) AS full
    FROM ${sql.raw(deviceFacts)} d
    LEFT JOIN rodent_trap t ON t.id = d.id
    LEFT JOIN ${sql.raw(newestValues)} s ON s.device_id = d.id AND s.sensor_id = ${sensorIds.state}
    LEFT JOIN ${sql.raw(newestValues)} b ON b.device_id = d.id AND b.sensor_id = ${battery.sensorId}
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
  needsHand: sql`t.needs_hand::text`,
};
const needsHand = sql`(t.state = 'sprung' AND t.kind IN ('snap', 'electronic')) OR t.full OR t.silent OR coalesce(t.battery < ${battery.low}, false)`;

/** The traps that the caller sees by their structures. */
export async function findTraps(tx: Tx, { scope, session }: Actor, query: ListQuery): Promise<ListReply<Trap>> {
  const structures = resourcesWith(session, 'rodent', 'device', 'read');
  const conditions = [
    inCompanies(scope, 'company_id'),
    ...(structures === null ? [] : [sql`t.structure_id = ANY (${structures}::integer[])`]),
    ...(query.search ? [sql`strpos(t.search, ${fold(query.search)}) > 0`] : []),
    ...Object.entries(query.filters).map(([field, values]) => sql`${filters[field]} = ANY (${values}::text[])`),
  ];
  if (query.filters.id?.some((id) => !/^\d{1,9}$/.test(id))) throw invalid('id', 'pleaseInputIDRight');
  const { field, direction } = query.sort ?? { field: 'number', direction: 'asc' };
  const found = await sql<Trap & { total: number }>`
    SELECT t.id, t.company_id, t.name, t.number, t.kind, t.target, t.zone, t.lure, t.capacity, t.live_catch, t.state, t.since, t.last_hit_at, t.hits, t.battery, t.silent, t.full,
           t.needs_hand, ${structureNamed('t.structure_id')} AS structure, ${floorNamed('t.floor_id')} AS floor, ${spaceNamed('t.space_id')} AS space, t.total
      FROM (SELECT t.*, count(*) OVER ()::integer AS total FROM (SELECT t.*, ${needsHand} AS needs_hand FROM (${traps}) t) t
             WHERE ${sql.join(conditions, sql` AND `)}
             ORDER BY ${sql.ref(`t.${column(field)}`)} ${sql.raw(direction)} NULLS LAST, t.id LIMIT ${query.limit} OFFSET ${query.skip}) t`.execute(
    tx,
  );
  const data = found.rows.map(({ total: _, ...trap }) => trap);
  return { data, totalRecords: query.total ? (found.rows[0]?.total ?? 0) : null };
}
