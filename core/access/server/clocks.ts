import { sql } from 'kysely';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById, deviceFacts, sensorRegistry } from '#core/devices/server/api.ts';
import { siteZone } from '#core/places/server/api.ts';
import type { MeasuredPoints, TelemetryBatch } from '#core/telemetry/server/api.ts';
import { minuteMs, offsetAt } from '#platform/common/time/wall-clock.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { anyOf } from '#platform/server/postgres/values.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import { clockTolerance } from '../common/lock-clock.ts';

const atOnce = 100;
const clockSensor = (kit: Kit) => sensorRegistry(kit.apps).named('devices', 'clockOffset')?.id ?? 0;

const lockModels = new WeakMap<Kit['apps'], ReadonlySet<number>>();

/** Whether a model of any app is a lock. Called for each incoming message. */
export function isLock({ apps }: Kit, hardwareId: number | undefined): boolean {
  let models = lockModels.get(apps);
  if (!models) {
    models = new Set(apps.flatMap(({ access }) => Object.keys(access?.models ?? {}).map(Number)));
    lockModels.set(apps, models);
  }
  return hardwareId !== undefined && models.has(hardwareId);
}

/** The clock of an event becomes a reading of the clock: the same rules apply to it and it confirms the same orders. */
function readingsOf(kit: Kit, { events, device }: TelemetryBatch): MeasuredPoints[] {
  const sensor = clockSensor(kit);
  return events.flatMap(({ deviceId, receivedAt, data }) =>
    typeof data.clock === 'number' && isLock(kit, device(deviceId)?.hardwareId)
      ? [{ d: deviceId, r: receivedAt, t: [receivedAt], s: [sensor], v: [Math.round(data.clock - receivedAt / 1000)] }]
      : [],
  );
}

type ClockReading = { device: number; at: number; offset: number };

/** Records the clocks that locks report, in the transaction of the batch. The latest reading of each lock counts. */
export async function recordClocks(kit: Kit, tx: Tx, batch: TelemetryBatch): Promise<() => void> {
  const sensor = clockSensor(kit);
  const reported = batch.messages.flatMap(({ d, t, s, v }): ClockReading[] =>
    isLock(kit, batch.device(d)?.hardwareId)
      ? s.flatMap((id, n) => {
          const offset = v[n];
          return id === sensor && typeof offset === 'number'
            ? [{ device: d, at: t[n] as number, offset: Math.round(offset) }]
            : [];
        })
      : [],
  );
  const newest = [...new Map(reported.toSorted((a, b) => a.at - b.at).map((one) => [one.device, one])).values()];
  if (newest.length > 0)
    await sql`
      INSERT INTO access_clock AS c (device_id, company_id, offset_seconds, told_at, due_at)
      SELECT f.id, f.company_id, n."offset", to_timestamp(n.at / 1000), CASE WHEN abs(n."offset") > ${clockTolerance} THEN now() END
        FROM jsonb_to_recordset(${JSON.stringify(newest)}::jsonb) AS n (device integer, at float8, "offset" integer) JOIN ${sql.raw(deviceFacts)} f ON f.id = n.device
      ON CONFLICT (device_id) DO UPDATE SET offset_seconds = excluded.offset_seconds, told_at = excluded.told_at, due_at = excluded.due_at
        WHERE c.told_at <= excluded.told_at`.execute(tx);
  const readings = readingsOf(kit, batch);
  return () => {
    for (const reading of readings)
      kit.stream
        .append(reading.d, reading)
        .catch((error: unknown) =>
          kit.log.error({ err: error, device: reading.d }, 'the clock of a lock is not noted'),
        );
  };
}

/** Sets the clocks that are off, in the time zone of the site. */
export const dueClocks = dueBatch<{ id: number }>(
  'access.clocks',
  { table: 'access_clock', key: 'device_id', at: 'due_at' },
  atOnce,
  async (context, due) => {
    const { tx, kit } = context;
    const ids = due.map(({ id }) => id);
    const { rows } = await sql<{ id: number; zone: string }>`
      SELECT f.id, ${siteZone('f.structure_id', 'f.company_id')} AS zone FROM ${sql.raw(deviceFacts)} f WHERE f.id = ANY (${ids}::integer[]) ORDER BY f.id`.execute(
      tx,
    );
    for (const { id, zone } of rows) {
      const device = await deviceById(tx, id);
      const app = kit.apps.find((one) => one.id === device?.app);
      if (!device || !app) continue;
      const now = Date.now();
      const params = { ts: Math.floor(now / 1000), offsetMinutes: Math.round(offsetAt(now, zone) / minuteMs) };
      // A lock that cannot take orders now is tried again when it next reports its clock.
      await refusalWithin(tx, () =>
        queueCommand({ ...context, actor: null }, app, device, { method: 'setClock', params, replace: true }),
      );
    }
    await tx.updateTable('accessClock').set({ dueAt: null }).where('deviceId', '=', anyOf(ids)).execute();
  },
);
