import { deviceFacts } from '#core/devices/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { Alarm } from '../../common/alarm.ts';
import { ruleFacts } from '../lists/rule-facts.ts';

type Severity = Alarm['severity'];
export type Hit = {
  deviceId: number;
  kind: string;
  class: string;
  severity: Severity;
  /** The name of the alarms of a custom rule. */
  names: Alarm['names'];
  ruleId: number | null;
  hits: number;
  at: number;
  sensor: string | null;
  /** Null while a clear band holds the alarm: its value stays the last beyond the limit. */
  value: number | null;
  limit: Alarm['limit'];
};
/** The locales have a text for the reason under `reasons`; null if the condition no longer holds. */
export type Cleared = {
  deviceId: number;
  kind: string;
  at: number;
  /** The value that ended it, if its rule watches one sensor. */
  value?: number | null;
  reason: 'outside-schedule' | 'rule-off' | 'quiet' | null;
};
export type Lowered = { deviceId: number; kind: string; severity: Severity; at: number };
/** A change of an alarm, for live events. `at` is the time of the last hit or of clearing, in milliseconds since 1970. */
export type AlarmChange = {
  id: number;
  companyId: number;
  app: string;
  class: string;
  structureId: number | null;
  /** Null for other subjects. */
  deviceId: number | null;
  kind: string;
  severity: Severity;
  at: number;
  raised: boolean;
  /** Whether the rule acts: the alarm is new, worse than before, or has come back. */
  acts?: boolean;
};

type Row = {
  id: number;
  company_id: number;
  app: string;
  class: string;
  structure_id: number | null;
  device_id: number;
  kind: string;
  severity: Severity;
  at: number;
  raised: boolean;
  acts?: boolean;
};
const toChange = (row: Row): AlarmChange => ({
  id: row.id,
  companyId: row.company_id,
  app: row.app,
  class: row.class,
  structureId: row.structure_id,
  deviceId: row.device_id,
  kind: row.kind,
  severity: row.severity,
  at: row.at,
  raised: row.raised,
  acts: row.acts ?? false,
});

/**
 * Raises alarms, or increases the count, time and severity of open ones: a unique index allows one for each device and
 * kind. A rise of the severity is an event and is notified like a new alarm. Times are milliseconds since 1970. Only
 * installed devices have alarms: a device that is being uninstalled at this moment is waited for, so that none stays open.
 */
export async function raiseAlarms(tx: Tx, hits: readonly Hit[]): Promise<AlarmChange[]> {
  if (hits.length === 0) return [];
  const sorted = [...hits].sort((a, b) => a.deviceId - b.deviceId || (a.kind < b.kind ? -1 : 1));
  const result = await queryText<Row>(tx, {
    name: 'alarm-raise',
    text: `WITH hit AS (
             SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::text[], $5::integer[], $6::integer[], $7::bigint[], $8::text[], $9::double precision[], $10::jsonb[], $11::jsonb[])
               AS n(device_id, kind, class, severity, rule_id, hits, at, sensor, value, crossed, names)),
           before AS MATERIALIZED (
             SELECT a.id, a.severity, a.condition FROM hit h JOIN alarm a ON a.device_id = h.device_id AND a.kind = h.kind AND a.disposition IN ('open', 'escalated')),
           installed AS MATERIALIZED (
             SELECT d.* FROM ${deviceFacts} d WHERE d.id = ANY ($1) AND d.state = 'installed' ORDER BY d.id FOR KEY SHARE OF d),
           raised AS (
             INSERT INTO alarm AS a (company_id, app, class, kind, severity, device_id, solution_id, structure_id, rule_id, count, first_at, last_at, sensor, value, crossed, names, search)
             SELECT d.company_id, d.app, h.class, h.kind, h.severity::alarm_severity, d.id, d.solution_id, d.structure_id, r.id, h.hits,
                    to_timestamp(h.at / 1000.0), to_timestamp(h.at / 1000.0), h.sensor, h.value, h.crossed, h.names,
                    concat_ws(' ', d.search, h.kind, rasid_fold(h.names ->> 'en'), rasid_fold(h.names ->> 'ar'))
               FROM hit h JOIN installed d ON d.id = h.device_id LEFT JOIN ${ruleFacts()} r ON r.id = h.rule_id
             ON CONFLICT (device_id, kind) WHERE disposition IN ('open', 'escalated') DO UPDATE
               SET count = a.count + excluded.count, last_at = greatest(a.last_at, excluded.last_at), severity = greatest(a.severity, excluded.severity),
                   condition = 'active', cleared_at = NULL, sensor = excluded.sensor,
                   value = CASE WHEN excluded.value IS NULL AND excluded.sensor = a.sensor THEN a.value ELSE excluded.value END, crossed = excluded.crossed, names = excluded.names,
                   rule_id = excluded.rule_id
             RETURNING id, company_id, app, class, structure_id, device_id, kind, severity, (xmax = 0) AS raised, first_at, last_at, sensor, value, crossed),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
             SELECT r.id, r.company_id, CASE WHEN r.raised THEN r.first_at ELSE r.last_at END, CASE WHEN r.raised THEN 'raised' ELSE 'severity-raised' END,
                    jsonb_strip_nulls(jsonb_build_object('sensor', r.sensor, 'value', r.value, 'limit', r.crossed, 'severity', r.severity))
               FROM raised r LEFT JOIN before b ON b.id = r.id WHERE r.raised OR r.severity > b.severity)
           SELECT id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM last_at) * 1000)::bigint AS at, raised,
                  raised OR EXISTS (SELECT FROM before b WHERE b.id = raised.id AND (raised.severity > b.severity OR b.condition = 'cleared')) AS acts FROM raised`,
    values: [
      sorted.map((hit) => hit.deviceId),
      sorted.map((hit) => hit.kind),
      sorted.map((hit) => hit.class),
      sorted.map((hit) => hit.severity),
      sorted.map((hit) => hit.ruleId),
      sorted.map((hit) => hit.hits),
      sorted.map((hit) => hit.at),
      sorted.map((hit) => hit.sensor),
      sorted.map((hit) => hit.value),
      sorted.map((hit) => hit.limit && JSON.stringify(hit.limit)),
      sorted.map((hit) => hit.names && JSON.stringify(hit.names)),
    ],
  });
  return result.rows.map(toChange);
}

/** Lowers the severity of open alarms, which is an event without notifications. */
export async function lowerAlarms(tx: Tx, lowered: readonly Lowered[]): Promise<AlarmChange[]> {
  if (lowered.length === 0) return [];
  const result = await queryText<Row>(tx, {
    name: 'alarm-lower',
    text: `WITH lower AS (SELECT * FROM unnest($1::integer[], $2::text[], $3::text[], $4::bigint[]) AS n(device_id, kind, severity, at)),
           done AS (
             UPDATE alarm a SET severity = l.severity::alarm_severity FROM lower l
              WHERE a.device_id = l.device_id AND a.kind = l.kind AND a.disposition IN ('open', 'escalated') AND a.severity > l.severity::alarm_severity
             RETURNING a.id, a.company_id, a.app, a.class, a.structure_id, a.device_id, a.kind, a.severity, l.at),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
             SELECT id, company_id, to_timestamp(at / 1000.0), 'severity-lowered', jsonb_build_object('severity', severity) FROM done)
           SELECT id, company_id, app, class, structure_id, device_id, kind, severity, at, false AS raised FROM done`,
    values: [
      lowered.map((alarm) => alarm.deviceId),
      lowered.map((alarm) => alarm.kind),
      lowered.map((alarm) => alarm.severity),
      lowered.map((alarm) => alarm.at),
    ],
  });
  return result.rows.map(toChange);
}

/** Publishes changes to open pages and other workers, after the commit. */
export function publishChanges(
  kit: Kit,
  changes: readonly AlarmChange[],
  type: 'raised' | 'changed' | 'cleared' | 'closed',
  by?: string,
): void {
  for (const change of changes) {
    const { companyId, raised, acts, ...data } = change;
    kit.live.publish({ topic: 'alarms', type: type === 'raised' && !raised ? 'changed' : type, companyId, data, by });
  }
}

/** Marks conditions as cleared. Status alarms are terminated; operational alarms stay open for a person. */
export async function clearAlarms(tx: Tx, cleared: readonly Cleared[]): Promise<AlarmChange[]> {
  if (cleared.length === 0) return [];
  const result = await queryText<Row>(tx, {
    name: 'alarm-clear',
    text: `WITH over AS (SELECT * FROM unnest($1::integer[], $2::text[], $3::bigint[], $4::text[], $5::double precision[]) AS n(device_id, kind, at, reason, value)),
           done AS (
             UPDATE alarm a SET condition = 'cleared', cleared_at = greatest(a.first_at, to_timestamp(o.at / 1000.0)),
                    disposition = CASE WHEN a.class = 'status' THEN 'terminated' ELSE a.disposition END,
                    closed_at = CASE WHEN a.class = 'status' THEN now() ELSE a.closed_at END
               FROM over o
              WHERE a.device_id = o.device_id AND a.kind = o.kind AND a.condition = 'active' AND a.disposition IN ('open', 'escalated')
             RETURNING a.id, a.company_id, a.app, a.class, a.structure_id, a.device_id, a.kind, a.severity, a.cleared_at, a.sensor, o.value, o.reason),
           logged AS (
             INSERT INTO alarm_event (alarm_id, company_id, at, action, data)
             SELECT id, company_id, cleared_at, 'cleared', jsonb_strip_nulls(CASE WHEN value IS NULL THEN jsonb_build_object('reason', reason)
                    ELSE jsonb_build_object('reason', reason, 'sensor', sensor, 'value', value) END) FROM done
             UNION ALL SELECT id, company_id, cleared_at, 'terminated', '{}' FROM done WHERE class = 'status')
           SELECT id, company_id, app, class, structure_id, device_id, kind, severity, (extract(epoch FROM cleared_at) * 1000)::bigint AS at, false AS raised FROM done`,
    values: [
      cleared.map((alarm) => alarm.deviceId),
      cleared.map((alarm) => alarm.kind),
      cleared.map((alarm) => alarm.at),
      cleared.map((alarm) => alarm.reason),
      cleared.map((alarm) => alarm.value ?? null),
    ],
  });
  return result.rows.map(toChange);
}
