import { type RawBuilder, sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { spaceNamed, structureNamed } from '#core/places/server/api.ts';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { DeskZone, ZoneDetail } from '../../common/zones/zone-desk.ts';

type Reading = Pick<Context, 'tx' | 'actor'>;

/** The state of the zone `t`. */
export const condition = sql`CASE WHEN t.tamper THEN 'tamper' WHEN t.fault THEN 'fault' WHEN t.missing THEN 'missing' WHEN t.bypassed THEN 'bypassed'
  WHEN t.open THEN 'open' ELSE 'normal' END`;
/** The site of the panel of the zone `t`. */
export const structureOfZone = sql`(SELECT d.structure_id FROM ${sql.raw(deviceFacts)} d WHERE d.id = t.panel_id)`;

/** A condition on zones `t`: at sites whose panels the caller may read. */
export function seenZones({ session }: Actor): RawBuilder<unknown> {
  const structures = resourcesWith(session, 'defcon', 'panel', 'read');
  return structures === null ? sql`true` : sql`${structureOfZone} = ANY (${structures}::integer[])`;
}

/** Whether the caller also sees zones of other companies: people who may read the panels of all sites do. */
export const seesOthers = ({ scope, session }: Actor): boolean =>
  scope.companies !== 'all' && resourcesWith(session, 'defcon', 'panel', 'read') === null;

/** The parties that the companies of the caller are of the zone `of`. */
const ownParties = (actor: Actor, of: 't' | 'z', role: 'monitoring' | 'tenant'): RawBuilder<unknown> =>
  sql`defcon_zone_party p WHERE p.zone_id = ${sql.ref(`${of}.id`)} AND p.role = ${role} AND p.reads AND ${inCompanies(actor.scope, 'company_id', 'p')}`;

/** Whether the zone `z` is rented by a company of the caller. */
export const isRented = (actor: Actor): RawBuilder<boolean> =>
  seesOthers(actor) ? sql<boolean>`EXISTS (SELECT FROM ${ownParties(actor, 'z', 'tenant')})` : sql<boolean>`false`;

/** Whether zones of the panel `t` are rented by a company of the caller. */
export const hasRented = (actor: Actor): RawBuilder<boolean> =>
  seesOthers(actor)
    ? sql<boolean>`t.id IN (SELECT w.panel_id FROM defcon_assignment w WHERE w.in_force AND w.role = 'tenant' AND ${inCompanies(actor.scope, 'company_id', 'w')})`
    : sql<boolean>`false`;

/** As what the caller, who sees the zone `t`, sees it. */
const sideOf = (actor: Actor): RawBuilder<DeskZone['side']> =>
  sql<DeskZone['side']>`CASE WHEN ${inCompanies(actor.scope, 'company_id')} THEN 'owner'
    WHEN EXISTS (SELECT FROM ${ownParties(actor, 't', 'monitoring')}) THEN 'watcher' ELSE 'tenant' END`;

/** The columns of the zone `t` of the device `panel`, as lists show it. Its detector is a device of the owner. */
const shownColumns = (actor: Actor) => sql`
  t.id, t.company_id, t.created_at, t.panel_id, t.number, t.name, t.groups, t.detector, t.reaction, t.bypassable, t.confirm_unit, t.open, t.tamper, t.fault, t.missing, t.bypassed,
  t.battery, t.changed_at, ${condition} AS condition, jsonb_build_object('id', panel.id, 'name', panel.name) AS panel, ${structureNamed('panel.structure_id')} AS structure,
  ${spaceNamed('t.space_id')} AS space, ${sideOf(actor)} AS side,
  (SELECT jsonb_build_object('id', d.id, 'name', d.name) FROM ${sql.raw(deviceFacts)} d WHERE d.id = t.device_id AND ${inCompanies(actor.scope, 'company_id')}) AS device`;

/**
 * Zones with their panels, in the order of the ids. The policy decides which are seen: a company that watches a panel does
 * not see its device.
 */
export async function readZones({ tx, actor }: Reading, ids: readonly number[]): Promise<DeskZone[]> {
  const seen = await sql<{ id: number }>`
    SELECT t.id FROM defcon_zone t WHERE t.id = ANY (${ids}::integer[]) AND ${seenZones(actor)}`.execute(tx);
  if (seen.rows.length === 0) return [];
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<DeskZone>`
      SELECT ${shownColumns(actor)} FROM defcon_zone t JOIN ${sql.raw(deviceFacts)} panel ON panel.id = t.panel_id
       WHERE t.id = ANY (${seen.rows.map(({ id }) => id)}::integer[])`.execute(tx),
  );
  return inOrder(ids, rows);
}

type Facts = Pick<ZoneDetail, 'groupsOfZone' | 'hits' | 'lastHitAt'>;

/** One zone, with its groups and how often it has been hit. Refuses with 404 if the caller may not see it. */
export async function zoneDetail(context: Reading, id: number): Promise<ZoneDetail> {
  const { tx, actor } = context;
  const [zone] = await readZones(context, [id]);
  if (!zone) throw refuse(404, 'not-found');
  const isTenant = zone.side === 'tenant';
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<Facts>`
      SELECT coalesce((SELECT jsonb_agg(jsonb_build_object('number', g.number, 'name', g.name, 'state', g.state) ORDER BY g.number)
                         FROM defcon_group g WHERE g.panel_id = t.panel_id AND g.number = ANY (t.groups) AND NOT ${isTenant}::boolean), '[]') AS groups_of_zone,
             h.hits, h.last_hit_at
        FROM defcon_zone t CROSS JOIN LATERAL (
             SELECT (count(*) FILTER (WHERE e.at > now() - interval '30 days'))::integer AS hits, max(e.at) AS last_hit_at FROM defcon_event e
              WHERE e.panel_id = t.panel_id AND e.zone_no = t.number AND e.is_hit
                AND (NOT ${isTenant}::boolean OR e.at >= (SELECT min(p.from_at) FROM ${ownParties(actor, 't', 'tenant')}))) h
       WHERE t.id = ${id}`.execute(tx),
  );
  const [facts] = rows;
  if (!facts) throw refuse(404, 'not-found');
  return { ...zone, ...facts };
}
