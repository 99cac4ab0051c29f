import { type RawBuilder, sql } from 'kysely';
import { activeDevices, deviceFacts } from '#core/devices/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import { msSql } from '#platform/server/postgres/values.ts';
import type { PanelAlarmKind } from '../../common/alarms.ts';
import type { Confirmation, GroupState, Reaction, Service } from '../../common/panel/words.ts';
import type { Rules } from '../../common/settings/setting.ts';
import { rulesOfPanels } from '../settings/panel-rules.ts';
import type { Heard } from './signals.ts';

export type GroupModel = {
  id: number;
  number: number;
  name: string | null;
  state: GroupState;
  stateAt: number;
  stateBy: number | null;
  armedAt: number | null;
};
export type ZoneModel = {
  id: number;
  number: number;
  name: string | null;
  groups: number[];
  reaction: Reaction;
  confirmUnit: string | null;
  open: boolean;
  tamper: boolean;
  fault: boolean;
  missing: boolean;
  bypassed: boolean;
  battery: number | null;
  changedAt: number;
};
/** One that is open; its hits by zone. */
export type IncidentModel = {
  alarmId: number;
  group: number | null;
  kind: PanelAlarmKind;
  firstAt: number;
  confirmed: Confirmation;
  cancelledAt: number | null;
  /** `entry`: by the entry route while the panel waited for the code, which confirms nothing. */
  hits: { zone: number | null; at: number; restored: boolean; entry: boolean }[];
};
export type PanelModel = {
  id: number;
  companyId: number;
  /** The security company that watches it. */
  monitorId: number | null;
  /** The companies whose pages show it. */
  audience: number[];
  name: string;
  structureId: number | null;
  service: Service;
  /** By which its events become incidents. */
  rules: Rules;
  /** It has a subscription: without one its events are kept, and raise nothing. */
  isActive: boolean;
  testUntil: number | null;
  testScope: 'zones' | 'all' | null;
  mains: boolean | null;
  path: string | null;
  groups: Map<number, GroupModel>;
  /** Those that were needed, and those that the panel has named first. */
  zones: Map<number, ZoneModel>;
  /** Slots whose user is under duress when it opens. */
  duressSlots: ReadonlySet<number>;
  incidents: IncidentModel[];
  /** Groups and zones by number as the database has them. */
  stored: { groups: ReadonlyMap<number, GroupModel>; zones: ReadonlyMap<number, ZoneModel> };
  /** How often each zone has been hit since its group was armed, without the messages of now. */
  hitsOfPeriod: Map<number, number>;
};

type Row = Omit<PanelModel, 'rules' | 'groups' | 'zones' | 'stored' | 'duressSlots' | 'incidents' | 'hitsOfPeriod'> & {
  groups: GroupModel[];
  zones: ZoneModel[];
  duressSlots: number[];
  incidents: IncidentModel[];
  hitsOfPeriod: [number, number][];
};

/** What is to be read of a panel: the zones with these numbers, or all of them. */
export type NeededParts = { id: number; zones: readonly number[]; allZones: boolean };

/** What decides what the messages of a panel mean: whether it is armed concerns all of its zones. */
export const neededFor = (id: number, heard: readonly Heard[]): NeededParts => ({
  id,
  zones: heard.flatMap((one) => ('signal' in one ? (one.signal.zone ?? []) : [])),
  allZones: heard.some((one) => !('signal' in one) || one.signal.meaning.group !== undefined),
});

/** SQL for zones `z` as an array of `ZoneModel`. */
const zoneModels = (where: RawBuilder<unknown>) => sql`
  (SELECT json_agg(json_build_object('id', z.id, 'number', z.number, 'name', z.name, 'groups', z.groups, 'reaction', z.reaction, 'confirmUnit', z.confirm_unit,
                                     'open', z.open, 'tamper', z.tamper, 'fault', z.fault, 'missing', z.missing, 'bypassed', z.bypassed, 'battery', z.battery,
                                     'changedAt', coalesce(${sql.raw(msSql('z.changed_at'))}, 0)))
     FROM defcon_zone z WHERE z.panel_id = p.id AND ${where})`;

/**
 * Locks these panels in one order, and reads all that decides what their messages mean; of a panel without an open
 * incident only the zones that are needed. Others are left out.
 */
export async function lockPanels(tx: Tx, needed: readonly NeededParts[]): Promise<Map<number, PanelModel>> {
  const ids = needed.map(({ id }) => id);
  await runPrepared(
    tx,
    'defcon-lock-panels',
    sql`SELECT id FROM defcon_panel WHERE id = ANY (${ids}::integer[]) ORDER BY id FOR NO KEY UPDATE`,
  );
  const rows = await runPrepared(
    tx,
    'defcon-panels',
    sql<Row>`
    SELECT p.id, p.company_id, (SELECT w.company_id FROM defcon_assignment w WHERE w.panel_id = p.id AND w.reads LIMIT 1) AS monitor_id, defcon_panel_audience(p.*) AS audience, d.name, d.structure_id, p.service, EXISTS (SELECT FROM ${sql.raw(activeDevices)} a WHERE a.id = p.id) AS is_active, ${sql.raw(msSql('p.test_until'))} AS test_until, p.test_scope,
           p.mains, p.path,
           coalesce((SELECT jsonb_agg(jsonb_build_object('id', g.id, 'number', g.number, 'name', g.name, 'state', g.state, 'stateAt', coalesce(${sql.raw(msSql('g.state_at'))}, 0),
                                      'stateBy', g.state_by, 'armedAt', ${sql.raw(msSql('g.armed_at'))}))
                       FROM defcon_group g WHERE g.panel_id = p.id), '[]') AS groups,
           -- Whether a hit confirms an incident depends on the zones of its other hits.
           coalesce(CASE WHEN n."allZones" OR EXISTS (SELECT FROM defcon_incident i WHERE i.panel_id = p.id AND i.closed_at IS NULL)
                         THEN ${zoneModels(sql`true`)} ELSE ${zoneModels(sql`z.number = ANY (ARRAY(SELECT jsonb_array_elements(n.zones)::smallint))`)} END, '[]') AS zones,
           ARRAY(SELECT u.slot FROM defcon_panel_user u WHERE u.panel_id = p.id AND u.duress) AS duress_slots,
           coalesce((SELECT jsonb_agg(jsonb_build_object('alarmId', i.alarm_id, 'group', i.group_no, 'kind', i.kind, 'firstAt', ${sql.raw(msSql('i.first_at'))}, 'confirmed', i.confirmed,
                                      'cancelledAt', ${sql.raw(msSql('i.cancelled_at'))},
                                      'hits', (SELECT coalesce(jsonb_agg(jsonb_build_object('zone', h.zone, 'at', h.at, 'restored', h.restored, 'entry', h.entry)), '[]')
                                                 FROM (SELECT e.zone_no AS zone, max(${sql.raw(msSql('e.at'))}) FILTER (WHERE e.qualifier = 'new') AS at,
                                                              max(e.at) FILTER (WHERE e.qualifier = 'restore') >= max(e.at) FILTER (WHERE e.qualifier = 'new') IS TRUE AS restored,
                                                              bool_and(e.data ? 'entry') FILTER (WHERE e.qualifier = 'new') AS entry
                                                         FROM defcon_event e WHERE e.alarm_id = i.alarm_id GROUP BY e.zone_no HAVING count(*) FILTER (WHERE e.qualifier = 'new') > 0) h)))
                       FROM defcon_incident i WHERE i.panel_id = p.id AND i.closed_at IS NULL), '[]') AS incidents,
           coalesce((SELECT jsonb_agg(jsonb_build_array(h.zone_no, h.hits))
                       FROM (SELECT e.zone_no, count(*) AS hits
                               FROM defcon_group g JOIN defcon_event e ON e.panel_id = g.panel_id AND e.is_hit AND e.at >= g.armed_at AND e.group_no = g.number
                              WHERE g.panel_id = p.id AND g.state <> 'disarmed' AND e.zone_no IS NOT NULL GROUP BY e.zone_no) h), '[]') AS hits_of_period
      FROM jsonb_to_recordset(${JSON.stringify(needed)}::jsonb) AS n (id integer, zones jsonb, "allZones" boolean)
      JOIN defcon_panel p ON p.id = n.id JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id`,
  );
  const rulesOf = await rulesOfPanels(tx, rows);
  return new Map(rows.map((row) => [row.id, modelOf(row, rulesOf(row))]));
}

const byNumber = <Part extends { number: number }>(parts: readonly Part[]) =>
  new Map(parts.map((part) => [part.number, part]));

const modelOf = ({ groups, zones, duressSlots, hitsOfPeriod, ...row }: Row, rules: Rules): PanelModel => ({
  ...row,
  rules,
  groups: byNumber(groups.map((group) => ({ ...group }))),
  zones: byNumber(zones.map((zone) => ({ ...zone }))),
  stored: { groups: byNumber(groups), zones: byNumber(zones) },
  duressSlots: new Set(duressSlots),
  hitsOfPeriod: new Map(hitsOfPeriod),
});
