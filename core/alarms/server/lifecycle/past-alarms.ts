import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Alarm } from '../../common/alarm.ts';
import type { Limit } from '../../common/limit.ts';
import { classOf } from '../raising/alarm-classes.ts';

export type PastAlarm = {
  deviceId: number;
  kind: string;
  severity: Alarm['severity'];
  limit: Limit & { sensor: string };
  /** The value beyond the limit, in the sensor's unit. */
  value: number;
  /** When it began, and how long it lasted. */
  from: string;
  minutes: number;
  /** The person who acknowledged and closed it, with a comment. */
  handledBy: number;
  comment: string;
  falseAlarm: boolean;
};

/** Adds alarms of the past that a person has handled, with their events. Runs as the role that sees all rows. */
export async function addPastAlarms(
  { tx, kit }: Pick<Emitting, 'tx' | 'kit'>,
  app: string,
  past: readonly PastAlarm[],
): Promise<void> {
  if (past.length === 0) return;
  const alarms = past.map((alarm) => ({ ...alarm, class: classOf(kit, app, alarm.kind) }));
  await sql`
    WITH past AS (
      SELECT r.*, r."from" + r.minutes * interval '1 minute' AS until
        FROM jsonb_to_recordset(${JSON.stringify(alarms)}::jsonb) AS r ("deviceId" integer, kind text, class text, severity text, "limit" jsonb, value float8, "from" timestamptz,
             minutes integer, "handledBy" integer, comment text, "falseAlarm" boolean)),
    added AS (
      INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, condition, acknowledged_at, acknowledged_by, disposition, count,
                         first_at, last_at, cleared_at, closed_at, sensor, value, crossed, search, created_at)
      SELECT d.company_id, ${app}, p.class, p.kind, p.severity::alarm_severity, d.id, d.solution_id, d.structure_id, 'cleared', p."from" + interval '4 minutes', p."handledBy",
             CASE WHEN p."falseAlarm" THEN 'rejected' ELSE 'terminated' END, greatest(1, p.minutes / 5), p."from", p.until, p.until, p.until + interval '9 minutes',
             p."limit" ->> 'sensor', p.value, p."limit", concat_ws(' ', d.search, p.kind), p."from"
        FROM past p JOIN ${sql.raw(deviceFacts)} d ON d.id = p."deviceId" RETURNING *)
    INSERT INTO alarm_event (alarm_id, company_id, at, actor_id, action, text, data, created_at)
    SELECT a.id, a.company_id, e.at, e.actor, e.action, e.text, e.data, e.at
      FROM added a JOIN past p ON p."deviceId" = a.device_id AND p."from" = a.first_at,
           LATERAL (VALUES
             (a.first_at, NULL::integer, 'raised', NULL::text, jsonb_build_object('sensor', a.sensor, 'value', a.value, 'limit', a.crossed, 'severity', a.severity)),
             (a.acknowledged_at, a.acknowledged_by, 'acknowledged', NULL, '{}'),
             (a.cleared_at, NULL, 'cleared', NULL, '{}'),
             (a.closed_at, a.acknowledged_by, CASE WHEN p."falseAlarm" THEN 'rejected' ELSE 'terminated' END, p.comment, '{}')) AS e (at, actor, action, text, data)
     ORDER BY a.id, e.at`.execute(tx);
}
