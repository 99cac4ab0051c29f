import { sql } from 'kysely';
import { actedFor, personNamed, personNameSql } from '#core/accounts/server/api.ts';
import { commandOutcomes } from '#core/commands/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import type { Alarm, AlarmEvent } from '../../common/alarm.ts';
import { actionsOn } from '../lifecycle/lifecycle.ts';
import { ruleFacts } from './rule-facts.ts';

type StoredAlarm = Omit<Alarm, 'actions' | 'subject'> & { subjectType: string; subjectId: number; subjectName: string };

/** SQL for whether the alarm `a` was closed without a person. */
const closedBySystem = sql`(a.closed_at IS NOT NULL AND EXISTS (
  SELECT FROM alarm_event e WHERE e.alarm_id = a.id AND e.action = 'terminated' AND e.actor_id IS NULL))`;

/** SQL for `{state, reason}` of the command that the event `e` names. */
const commandState = sql`(SELECT jsonb_strip_nulls(jsonb_build_object('state', c.state, 'reason', c.reason)) FROM ${sql.raw(commandOutcomes)} c
  WHERE e.action = 'action-sent' AND c.id = (e.data ->> 'id')::bigint)`;

/** Alarms as list rows in the order of the ids, read in one statement. */
export async function alarmRows(tx: Tx, apps: readonly AppManifest[], ids: readonly number[]): Promise<Alarm[]> {
  if (ids.length === 0) return [];
  const alarms = await sql<StoredAlarm>`
    SELECT a.id, a.company_id, a.app, a.class, a.kind, a.severity, a.condition, a.acknowledged_at IS NOT NULL AS acknowledged, a.disposition,
           a.count, a.first_at, a.last_at, a.cleared_at, a.closed_at, ${closedBySystem} AS closed_by_system, a.sensor, a.value, a.crossed AS "limit", a.outcome, a.names, a.subject_type, a.subject_id, a.subject_name,
           (SELECT jsonb_build_object('id', r.id, 'name', r.name, 'titles', r.titles) FROM ${sql.raw(ruleFacts())} r WHERE r.id = a.rule_id) AS rule,
           ${deviceNamed('a.device_id')} AS device, ${structureNamed('a.structure_id')} AS structure,
           ${personNamed('a.acknowledged_by')} AS acknowledged_by, ${personNamed('a.escalated_to')} AS escalated_to
      FROM alarm a
     WHERE a.id = ANY (${ids}::integer[])`.execute(tx);
  return inOrder(
    ids,
    alarms.rows.map((row) => toAlarm(row, apps)),
  );
}

function toAlarm({ subjectType, subjectId, subjectName, ...row }: StoredAlarm, apps: readonly AppManifest[]): Alarm {
  const subject = row.device
    ? { type: 'device', id: row.device.id, name: row.device.name }
    : { type: subjectType, id: subjectId, name: subjectName };
  return { ...row, subject, actions: actionsOn(apps, row) };
}

/** The events of an alarm, oldest first. A command that was sent has its present state. */
export async function alarmEvents(tx: Tx, alarmId: number): Promise<AlarmEvent[]> {
  const alarms = await sql<AlarmEvent>`
    SELECT e.id, e.at, e.action, e.text, e.data || coalesce(${commandState}, '{}') AS data, ${personNamed('e.actor_id')} AS actor, ${personNameSql('e.impersonated_by')} AS impersonated_by, ${actedFor('e.actor_id', 'e.company_id')} AS acted_for
      FROM alarm_event e WHERE e.alarm_id = ${alarmId} ORDER BY e.id`.execute(tx);
  return alarms.rows;
}
