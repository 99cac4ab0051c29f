import { sql } from 'kysely';
import { clearAlarms, inBatch, raiseAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, newestValues, sensorRegistry } from '#core/devices/server/api.ts';
import type { TelemetryBatch } from '#core/telemetry/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { LockEvent } from '../common/access-log.ts';
import { isLock } from './clocks.ts';
import { publishAccess } from './live-topics.ts';

/** The kind of alarms about locks that were opened by force. */
export const forcedAlarm = 'forced-open';
/** An opening from inside or by key within this time, in seconds, explains a movement without force. */
const openedSeconds = 30;

/** The sensors that show whether a lock is open, and their value when it is. */
const openings = { door: 1, cableInserted: 0 } as const;

type LockReading = {
  device: number;
  at: number;
  sensor: number;
  key: keyof typeof openings;
  value: number;
  state: string | null;
};

/** What locks report about their doors and cables, with their own state if the same message contains it. */
function readingsIn(kit: Kit, { messages, device }: TelemetryBatch): LockReading[] {
  const registry = sensorRegistry(kit.apps);
  const idOf = (key: string) => registry.named('devices', key)?.id ?? 0;
  const keys = new Map((Object.keys(openings) as (keyof typeof openings)[]).map((key) => [idOf(key), key]));
  const stateId = idOf('lockState');
  return messages.flatMap(({ d, t, s, v, w }) => {
    if (!isLock(kit, device(d)?.hardwareId)) return [];
    const at = s.lastIndexOf(stateId);
    const state = at < 0 ? null : (w?.[at] ?? null);
    return s.flatMap((sensor, n) => {
      const [key, value] = [keys.get(sensor), v[n]];
      return key && typeof value === 'number' ? [{ device: d, at: t[n] as number, sensor, key, value, state }] : [];
    });
  });
}

type Moved = Pick<LockReading, 'device' | 'at' | 'key'> & { open: boolean; forced: boolean };

/** The doors and cables that have moved by force: the lock was and is locked, and was not opened in between. */
async function movedAmong(kit: Kit, tx: Tx, readings: readonly LockReading[]): Promise<Moved[]> {
  const stateId = sensorRegistry(kit.apps).named('devices', 'lockState')?.id ?? 0;
  const { rows } = await sql<Omit<Moved, 'open'> & { value: number }>`
    SELECT m.device, m.at, m.key, m.value,
           l.word IS NOT DISTINCT FROM 'locked' AND coalesce(m.state, 'locked') = 'locked'
             AND NOT EXISTS (SELECT FROM lock_log o WHERE o.device_id = m.device AND o.time > now() - ${openedSeconds} * interval '1 second'
                                                      AND o.action IN ('unlock', 'manual') AND o.result <> 'denied')
             AND NOT EXISTS (SELECT FROM access_opening o WHERE o.device_id = m.device AND o.action = 'unlock' AND o.outcome IS DISTINCT FROM 'failed'
                                                            AND o.created_at > now() - ${openedSeconds} * interval '1 second') AS forced
      FROM jsonb_to_recordset(${JSON.stringify(readings)}::jsonb) AS m (device integer, at float8, sensor integer, key text, value float8, state text)
      JOIN ${sql.raw(newestValues)} b ON b.device_id = m.device AND b.sensor_id = m.sensor AND b.value <> m.value
      LEFT JOIN ${sql.raw(newestValues)} l ON l.device_id = m.device AND l.sensor_id = ${stateId}
     ORDER BY m.at`.execute(tx);
  return rows.map(({ value, ...row }) => {
    const open = value === openings[row.key];
    return { ...row, open, forced: row.forced && open };
  });
}

const logForced = (tx: Tx, forced: readonly Moved[]) =>
  sql`
    INSERT INTO lock_log (company_id, app, device_id, structure_id, time, action, result)
    SELECT f.company_id, f.app, f.id, f.structure_id, to_timestamp(n.at / 1000), 'forced', 'denied'
      FROM jsonb_to_recordset(${JSON.stringify(forced)}::jsonb) AS n (device integer, at float8) JOIN ${sql.raw(deviceFacts)} f ON f.id = n.device`.execute(
    tx,
  );

/**
 * Raises an alarm about a lock that is opened while it is locked, or that reports being forced, with a line of the log,
 * in the transaction of the batch. The alarm ends when the lock is closed again.
 */
export async function watchForce(kit: Kit, tx: Tx, batch: TelemetryBatch): Promise<() => void> {
  const values = readingsIn(kit, batch);
  const forcedEvents = batch.events.filter(
    ({ kind, data }) => kind === 'access' && (data as LockEvent).action === 'forced',
  );
  if (values.length === 0 && forcedEvents.length === 0) return () => undefined;
  const context = inBatch(kit, tx);
  const opened = new Set(
    batch.events.flatMap(({ deviceId, data }) =>
      ['unlock', 'manual'].includes((data as LockEvent).action) ? [deviceId] : [],
    ),
  );
  const moved = values.length === 0 ? [] : await movedAmong(kit, tx, values);
  const forced = moved.filter((one) => one.forced && !opened.has(one.device));
  if (forced.length > 0) await logForced(tx, forced);
  const raised = [
    ...forced.map(({ device, at, key }) => ({
      device,
      at,
      sensor: key as string | null,
      value: openings[key] as number | null,
    })),
    ...forcedEvents.map(({ deviceId, time }) => ({ device: deviceId, at: time, sensor: null, value: null })),
  ];
  await raiseAlarms(
    context,
    raised.map(({ device, ...alarm }) => ({ ...alarm, deviceId: device, kind: forcedAlarm, severity: 'problem' })),
  );
  const closed = moved.filter(({ device, open }) => !open && !raised.some((one) => one.device === device));
  await clearAlarms(
    context,
    closed.map(({ device }) => ({ deviceId: device, kind: forcedAlarm })),
  );
  return () => {
    context.run();
    for (const companyId of new Set(forced.flatMap(({ device }) => batch.device(device)?.companyId ?? [])))
      publishAccess(kit, companyId);
  };
}
