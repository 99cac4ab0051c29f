import { type RawBuilder, sql } from 'kysely';
import { isNotHidden, readableAlarms, storedAlarms } from '#core/alarms/server/api.ts';
import { activeDevices, deviceFacts, newestValues, ownPathStates } from '#core/devices/server/api.ts';
import { floorNamed, spaceNamed, structureNamed } from '#core/places/server/api.ts';
import { hasAbilityOn, resourcesWith } from '#platform/common/ability-resources.ts';
import type { ListQuery } from '#platform/common/list.ts';
import { fold } from '#platform/common/search/search.ts';
import { bypassRls, type Tx } from '#platform/server/postgres/database.ts';
import { settingsOf } from '#platform/server/records/app-settings.ts';
import { column, inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context, ListReply } from '#platform/server/serve.ts';
import type { Panel } from '../../common/panel/panel.ts';
import { settings } from '../../common/settings/setting.ts';
import { contractAllows, type WatcherAbility } from '../assignments/watcher-abilities.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

const batteryId = 1;
const lowBattery = 20;

/** What is wrong with the panel `t`, the gravest first. */
const troubles = sql`array_remove(ARRAY[
  CASE WHEN t.connection = 'offline' THEN 'offline' END, CASE WHEN z.tampers > 0 THEN 'tamper' END, CASE WHEN t.mains = false THEN 'mains' END,
  CASE WHEN t.connection <> 'offline' AND t.lost_path THEN 'path' END,
  CASE WHEN z.faults > 0 THEN 'fault' END, CASE WHEN z.missing > 0 THEN 'missing' END,
  CASE WHEN z.empty > 0 OR t.charge < ${lowBattery} THEN 'battery' END], NULL)
  || ARRAY(SELECT s.kind FROM defcon_sia_trouble s WHERE s.device_id = t.id AND s.clears_at IS NOT NULL ORDER BY s.kind)`;

/** The panels `t` with their device, their zones and what is wrong with them. */
const panels = sql`(
  SELECT t.*, z.zones, z.open_zones, ${troubles} AS troubles
    FROM (SELECT p.*, d.name, d.serial, d.search, d.structure_id, d.floor_id, d.space_id, d.connection, b.value AS charge,
                 EXISTS (SELECT FROM ${sql.raw(ownPathStates)} o WHERE o.device_id = p.id AND o.state = 'lost') AS lost_path
            FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id
            LEFT JOIN ${sql.raw(newestValues)} b ON b.device_id = p.id AND b.sensor_id = ${batteryId}) t
   CROSS JOIN LATERAL (
     SELECT count(*)::integer AS zones, count(*) FILTER (WHERE z.open AND NOT z.bypassed)::integer AS open_zones, count(*) FILTER (WHERE z.tamper) AS tampers,
            count(*) FILTER (WHERE z.fault) AS faults, count(*) FILTER (WHERE z.missing) AS missing, count(*) FILTER (WHERE z.battery < ${lowBattery}) AS empty
       FROM defcon_zone z WHERE z.panel_id = t.id) z) t`;

/**
 * A condition on panels `t`: of the caller's companies, at sites whose panels the caller may read, and those that the
 * caller's company watches, for people who may read the panels of all sites.
 */
export function seenPanels({ scope, session }: Actor): RawBuilder<unknown> {
  const structures = resourcesWith(session, 'defcon', 'panel', 'read');
  const owned = inCompanies(scope, 'company_id');
  if (structures !== null) return sql`(${owned} AND t.structure_id = ANY (${structures}::integer[]))`;
  if (scope.companies === 'all') return owned;
  return sql`(${owned} OR t.id IN (SELECT w.panel_id FROM defcon_assignment w WHERE w.reads AND w.company_id = ANY (${scope.companies}::integer[])))`;
}

const filters: Readonly<Record<string, RawBuilder<unknown>>> = {
  structureId: sql`ARRAY[t.structure_id::text]`,
  service: sql`ARRAY[t.service]`,
  connection: sql`ARRAY[t.connection]`,
  companyId: sql`ARRAY[t.company_id::text]`,
  troubled: sql`ARRAY[(t.troubles <> '{}')::text]`,
  groupState: sql`ARRAY(SELECT g.state FROM defcon_group g WHERE g.panel_id = t.id)`,
};

/** The open alarms of people and dangers at the panel `t`, as far as the caller may read them. */
function openAlarms(context: Reading): RawBuilder<unknown> {
  const readable = readableAlarms(context) ?? false;
  return sql`(SELECT count(*)::integer FROM defcon_incident i JOIN LATERAL (SELECT t.id FROM ${sql.raw(storedAlarms)} t WHERE t.id = i.alarm_id AND t.closed_at IS NULL AND ${isNotHidden} AND ${readable}) a ON true
               WHERE i.panel_id = t.id)`;
}

/** The panels that the caller sees. A company that watches a panel does not see its device, so the condition decides. */
export async function findPanels(context: Reading, query: ListQuery): Promise<ListReply<Panel>> {
  const { tx, actor } = context;
  const conditions = [
    seenPanels(actor),
    sql`(t.service <> 'unlinked' OR ${query.filters.service !== undefined})`,
    ...(query.search ? [sql`strpos(t.search, ${fold(query.search)}) > 0`] : []),
    ...Object.entries(query.filters).map(([field, values]) => sql`${filters[field]} && ${values}::text[]`),
  ];
  const { field, direction } = query.sort ?? { field: 'name', direction: 'asc' };
  const sorted = field === 'openAlarms' ? openAlarms(context) : sql.ref(`t.${column(field)}`);
  return bypassRls(tx, actor.scope, async () => {
    const found = await sql<{ id: number; total: number }>`
      SELECT t.id, count(*) OVER ()::integer AS total FROM ${panels} WHERE ${sql.join(conditions, sql` AND `)}
       ORDER BY ${sorted} ${sql.raw(direction)} NULLS LAST, t.id LIMIT ${query.limit} OFFSET ${query.skip}`.execute(tx);
    const ids = found.rows.map(({ id }) => id);
    return {
      data: await panelRows(context, ids),
      totalRecords: query.total ? (found.rows[0]?.total ?? 0) : null,
    };
  });
}

/** Whether the caller's company may order this of the panel `t`: its own, or one that it watches under a contract that allows it. */
const mayOrder = (ability: WatcherAbility, { scope }: Actor): RawBuilder<boolean> =>
  scope.companies === 'all'
    ? sql<boolean>`true`
    : sql<boolean>`(${inCompanies(scope, 'company_id')} OR ${contractAllows(ability, scope.companies)})`;

async function panelRows(context: Reading, ids: readonly number[]): Promise<Panel[]> {
  const { tx, actor } = context;
  const { rows } = await sql<Omit<Panel, 'remoteDisarm' | 'panicHold'>>`
    SELECT t.id, t.company_id, t.name, t.serial, t.transport, t.service, t.group_mode, t.grade, t.entry_delay, t.exit_delay, t.police_response, t.permit_no,
           t.permit_expires_on, t.test_every_hours, t.connection, t.mains, t.path, t.last_event_at, t.test_until, t.test_scope, t.zones, t.open_zones, t.troubles,
           ${structureNamed('t.structure_id')} AS structure, ${floorNamed('t.floor_id')} AS floor, ${spaceNamed('t.space_id')} AS space,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'name', g.name, 'state', g.state, 'stateAt', g.state_at) ORDER BY g.number)
                       FROM defcon_group g WHERE g.panel_id = t.id), '[]') AS groups, ${openAlarms(context)} AS open_alarms,
           ${mayOrder('arm', actor)} AS arms, ${mayOrder('disarm', actor)} AS disarms
      FROM ${panels} WHERE t.id = ANY (${ids}::integer[])`.execute(tx);
  const companies = [...new Set(rows.map(({ companyId }) => companyId))];
  const settingOf = await bypassRls(tx, actor.scope, () => settingsOf(tx, settings, companies));
  const shown = rows.map((row) => {
    const { remoteDisarm, panicHold } = settingOf(row.companyId);
    return { ...row, remoteDisarm, panicHold };
  });
  return inOrder(ids, shown);
}

/** The panel, as a page shows it, which the caller was found to see. */
export async function readPanel(context: Reading, id: number): Promise<Panel> {
  const [row] = await bypassRls(context.tx, context.actor.scope, () => panelRows(context, [id]));
  if (!row) throw refuse(404, 'not-found');
  return row;
}

export type PanelPlace = {
  id: number;
  companyId: number;
  structureId: number | null;
  service: Panel['service'];
  transport: Panel['transport'];
  groupMode: boolean;
  isActive: boolean;
};

/**
 * Where panels are and how they stand, for code that decides who may do what with them. The policy of the panels decides
 * which are found: a company that watches a panel does not see its device.
 */
export async function panelPlaces(
  tx: Tx,
  { scope }: Pick<Actor, 'scope'>,
  ids: readonly number[],
): Promise<PanelPlace[]> {
  const seen = await tx
    .selectFrom('defconPanel')
    .select('id')
    .where('id', 'in', [...ids, 0])
    .execute();
  if (seen.length === 0) return [];
  const { rows } = await bypassRls(tx, scope, () =>
    sql<PanelPlace>`
      SELECT p.id, p.company_id, d.structure_id, p.service, p.transport, p.group_mode, EXISTS (SELECT FROM ${sql.raw(activeDevices)} a WHERE a.id = p.id) AS is_active
        FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id WHERE p.id = ANY (${seen.map(({ id }) => id)}::integer[])`.execute(
      tx,
    ),
  );
  return rows;
}

/** The site whose abilities decide; a company that watches a panel needs them for all sites. */
export const siteOf = ({ scope }: Pick<Actor, 'scope'>, { companyId, structureId }: PanelPlace): number | null =>
  scope.companies === 'all' || scope.companies.includes(companyId) ? structureId : null;

/**
 * The panel, if the caller may do `action` with it. Refuses with 404 if the caller may not see it, and with 403 if the
 * permission groups allow to see the panels of its site but not the action.
 */
export async function visiblePanel(tx: Tx, actor: Actor, id: number, action = 'read'): Promise<PanelPlace> {
  const [panel] = await panelPlaces(tx, actor, [id]);
  const may = (what: string, of: PanelPlace) => hasAbilityOn(actor.session, 'defcon', 'panel', what, siteOf(actor, of));
  if (!panel || !may('read', panel)) throw refuse(404, 'not-found');
  if (!may(action, panel)) throw refuse(403, 'no-permission');
  return panel;
}
