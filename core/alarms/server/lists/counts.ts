import { sql } from 'kysely';
import { structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Alarm } from '../../common/alarm.ts';
import { inScope, readableAlarms } from './readable-alarms.ts';

export type OpenCount = {
  structureId: number;
  severity: Alarm['severity'];
  class: Alarm['class'];
  n: number;
  since: string;
};

/** The number of open alarms of an app by structure, severity and class, and when the oldest was raised. */
export async function openCounts(tx: Tx, app: string, structureIds: readonly number[]): Promise<OpenCount[]> {
  const counts =
    await sql<OpenCount>`SELECT structure_id, severity, class, count(*) AS n, min(first_at) AS since FROM alarm
    WHERE structure_id = ANY (${structureIds}::integer[]) AND app = ${app} AND closed_at IS NULL GROUP BY 1, 2, 3`.execute(
      tx,
    );
  return counts.rows;
}

export type SiteAlarmCounts = {
  app: string;
  companyId: number;
  structureId: number | null;
  severity: Alarm['severity'];
  n: number;
  unacknowledged: number;
  /** When the oldest of them was raised. */
  since: string;
};
type Reading = Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>;

/** The number of open alarms of all apps that the caller may read, by structure, app and severity. */
export async function alarmsBySite(context: Reading): Promise<SiteAlarmCounts[]> {
  const readable = readableAlarms(context);
  if (!readable) return [];
  const counts = await sql<SiteAlarmCounts>`
    SELECT company_id, structure_id, app, severity, count(*) AS n, count(*) FILTER (WHERE acknowledged_at IS NULL) AS unacknowledged, min(first_at) AS since
      FROM alarm t WHERE closed_at IS NULL AND ${inScope(context)} AND ${readable} GROUP BY 1, 2, 3, 4`.execute(
    context.tx,
  );
  return counts.rows;
}

/** The number of alarms that were raised in the last 24 hours, and in the 24 hours before. */
export async function raisedAlarms(context: Reading): Promise<{ today: number; before: number }> {
  const readable = readableAlarms(context);
  if (!readable) return { today: 0, before: 0 };
  const counts = await sql<{ today: number; before: number }>`
    SELECT count(*) FILTER (WHERE created_at > now() - interval '1 day') AS today, count(*) FILTER (WHERE created_at <= now() - interval '1 day') AS before
      FROM alarm t WHERE created_at > now() - interval '2 days' AND ${inScope(context)} AND ${readable}`.execute(
    context.tx,
  );
  return counts.rows[0] ?? { today: 0, before: 0 };
}

/** The number of alarms of a device that were raised in a period, by the key of the sensor. */
export async function alarmCounts(
  tx: Tx,
  device: number,
  { from, to }: { from: string; to: string },
): Promise<{ sensor: string | null; count: number }[]> {
  const counts = await sql<{ sensor: string | null; count: number }>`
    SELECT sensor, count(*) AS count FROM alarm
     WHERE device_id = ${device} AND first_at >= ${from}::timestamptz AND first_at < ${to}::timestamptz GROUP BY 1`.execute(
    tx,
  );
  return counts.rows;
}

/** The worst severity of the active alarms that the caller may read, about each device or shown at it. */
export async function worstOfDevices(
  context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>,
  devices: readonly number[],
): Promise<Map<number, Alarm['severity']>> {
  const readable = readableAlarms(context);
  if (!readable || devices.length === 0) return new Map();
  const active = sql`t.disposition IN ('open', 'escalated') AND t.condition = 'active' AND ${readable}`;
  const worst = await sql<{ deviceId: number; severity: Alarm['severity'] }>`
    SELECT device_id, max(severity) AS severity FROM (
      SELECT t.device_id, t.severity FROM alarm t WHERE t.device_id = ANY (${devices}::integer[]) AND ${active}
       UNION ALL
      SELECT x.device_id, t.severity FROM alarm_device x JOIN alarm t ON t.id = x.alarm_id WHERE x.device_id = ANY (${devices}::integer[]) AND ${active}) shown
     GROUP BY 1`.execute(context.tx);
  return new Map(worst.rows.map(({ deviceId, severity }) => [deviceId, severity]));
}

export type AlarmGroup = {
  kind: string;
  class: string;
  severity: Alarm['severity'];
  structure: { id: number; name: string } | null;
  count: number;
};

/** The open alarms of an app that the caller may read, by kind, severity and structure, the worst and most first. */
export async function alarmGroups(context: Reading, app: string): Promise<AlarmGroup[]> {
  const readable = readableAlarms(
    context,
    context.kit.apps.filter(({ id }) => id === app),
  );
  if (!readable) return [];
  const groups = await sql<AlarmGroup>`
    SELECT t.kind, t.class, t.severity, ${structureNamed('t.structure_id')} AS structure, count(*)::integer AS count
      FROM alarm t WHERE t.closed_at IS NULL AND ${inScope(context)} AND ${readable}
     GROUP BY t.kind, t.class, t.severity, t.structure_id ORDER BY t.severity DESC, 5 DESC LIMIT 500`.execute(
    context.tx,
  );
  return groups.rows;
}
