import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import { inOrder } from '#platform/server/rows.ts';
import type { Alarm, AlarmEvent } from '../common/alarm.ts';
import { actionsOn } from './lifecycle.ts';

type Stored = Omit<Alarm, 'actions' | 'acknowledgedBy' | 'escalatedTo' | 'device' | 'structure'> & {
  deviceId: number;
  deviceName: string;
  solutionId: number;
  structureId: number | null;
  structureName: string | null;
  acknowledgedById: number | null;
  acknowledgedByName: string | null;
  escalatedToId: number | null;
  escalatedToName: string | null;
};

const person = (id: number | null, name: string | null) => (id === null ? null : { id, name: name ?? '' });

/** Alarms as lists show them, in the order of the ids, in one statement. */
export async function alarmRows(tx: Tx, ids: readonly number[]): Promise<Alarm[]> {
  if (ids.length === 0) return [];
  const found = await sql<Stored>`
    SELECT a.id, a.company_id, a.app, a.class, a.kind, a.severity, a.condition, a.acknowledged_at IS NOT NULL AS acknowledged, a.disposition,
           a.count, a.first_at, a.last_at, a.cleared_at, a.closed_at, a.sensor, a.value,
           d.id AS device_id, d.name AS device_name, d.solution_id, st.id AS structure_id, st.name AS structure_name,
           a.acknowledged_by AS acknowledged_by_id, k.first_name || ' ' || k.last_name AS acknowledged_by_name,
           a.escalated_to AS escalated_to_id, e.first_name || ' ' || e.last_name AS escalated_to_name
      FROM alarm a
      JOIN device d ON d.id = a.device_id
      LEFT JOIN structure st ON st.id = a.structure_id
      LEFT JOIN users k ON k.id = a.acknowledged_by
      LEFT JOIN users e ON e.id = a.escalated_to
     WHERE a.id = ANY (${ids}::integer[])`.execute(tx);
  const alarms = found.rows.map(({ deviceId, deviceName, solutionId, structureId, structureName, acknowledgedById, acknowledgedByName, escalatedToId, escalatedToName, ...rest }) => ({
    ...rest,
    device: { id: deviceId, name: deviceName, solutionId },
    structure: structureId === null ? null : { id: structureId, name: structureName ?? '' },
    acknowledgedBy: person(acknowledgedById, acknowledgedByName),
    escalatedTo: person(escalatedToId, escalatedToName),
    actions: actionsOn(rest),
  }));
  return inOrder(ids, alarms);
}

/** The story of one alarm, oldest first. */
export async function alarmEvents(tx: Tx, alarmId: number): Promise<AlarmEvent[]> {
  const found = await sql<Omit<AlarmEvent, 'actor'> & { actorId: number | null; actorName: string | null }>`
    SELECT e.id, e.at, e.action, e.text, e.data, e.actor_id, u.first_name || ' ' || u.last_name AS actor_name
      FROM alarm_event e LEFT JOIN users u ON u.id = e.actor_id WHERE e.alarm_id = ${alarmId} ORDER BY e.id`.execute(tx);
  return found.rows.map(({ actorId, actorName, ...rest }) => ({ ...rest, actor: person(actorId, actorName) }));
}
