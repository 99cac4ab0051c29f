import { sql } from 'kysely';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, intervalOf } from '#core/devices/server/api.ts';
import type { MeasuredPoints, StoredEvent, TelemetryBatch } from '#core/telemetry/server/api.ts';
import { emittingWithin } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { settledBefore } from '../../common/settled.ts';
import { type Heard, recordHeard } from '../analysis/heard.ts';
import type { Touched } from './hit-rows.ts';
import { lockTraps } from './locks.ts';
import { recordLocked } from './record-hits.ts';
import { sensorIds } from './trap-messages.ts';

/** A trap that misses so many reports is silent. */
const missedReports = 3;
/** The magnet of a trap opens a time of service. */
const serviceMinutes = 10;
const sensors: ReadonlySet<number> = new Set([sensorIds.counter, sensorIds.state, sensorIds.body]);

/** Makes hits of what traps report, in the transaction of their messages. */
export async function hitsOfBatch(kit: Kit, tx: Tx, batch: TelemetryBatch): Promise<() => void> {
  const open = settledBefore(Date.now());
  const heard = heardIn(batch, open);
  if (heard.length === 0) return () => undefined;
  await lockTraps(tx, heard);
  await recordHeard(tx, heard);
  const touched = touchedIn(batch, open);
  if (touched.length === 0) return () => undefined;
  const emitting = emittingWithin(kit, tx);
  const services = batch.events.filter(
    ({ kind, deviceId, time }) => kind === 'service' && time >= open && isTrap(batch, deviceId),
  );
  await openWindows(tx, services);
  await seeToCatches(tx, services);
  await clearAlarms(
    emitting,
    services.flatMap(({ deviceId, time: at }) =>
      ['trap-full', 'catch-waiting'].map((kind) => ({ deviceId, kind, at })),
    ),
  );
  await recordLocked(emitting, touched);
  return emitting.run;
}

const isTrap = ({ device }: TelemetryBatch, id: number) => device(id)?.app === 'rodent';

/** When traps have reported anything at all, in the time that is still open. */
function heardIn({ messages, events, device }: TelemetryBatch, open: number): Heard[] {
  const times = new Map<number, number[]>();
  const add = (id: number, all: readonly number[]) => {
    const fresh = all.filter((time) => time >= open);
    if (fresh.length > 0) times.set(id, [...(times.get(id) ?? []), ...fresh]);
  };
  for (const { d, t } of messages) add(d, t);
  for (const { deviceId, time } of events) add(deviceId, [time]);
  return [...times].flatMap(([deviceId, of]) => {
    const known = device(deviceId);
    if (known?.app !== 'rodent') return [];
    return [{ deviceId, times: of, silenceMs: missedReports * intervalOf(known) * 1000 }];
  });
}

/** From when on a batch tells something of traps, in the time that is still open. */
function touchedIn(batch: TelemetryBatch, open: number): Touched[] {
  const touched = new Map<number, { from: number; counters: number[] }>();
  const add = (deviceId: number, at: number, counter: unknown) => {
    if (at < open) return;
    const one = touched.get(deviceId) ?? { from: at, counters: [] };
    one.from = Math.min(one.from, at);
    if (typeof counter === 'number') one.counters.push(counter);
    touched.set(deviceId, one);
  };
  for (const message of batch.messages)
    if (isTrap(batch, message.d)) for (const { at, counter } of pointsOf(message)) add(message.d, at, counter);
  for (const { deviceId, time, data } of batch.events) if (isTrap(batch, deviceId)) add(deviceId, time, data.counter);
  return [...touched].map(([deviceId, one]) => ({ deviceId, ...one }));
}

const pointsOf = ({ t, s, v }: MeasuredPoints) =>
  s.flatMap((sensor, i) =>
    sensors.has(sensor) ? [{ at: t[i] ?? 0, counter: sensor === sensorIds.counter ? v[i] : null }] : [],
  );

async function openWindows(tx: Tx, services: readonly StoredEvent[]): Promise<void> {
  if (services.length === 0) return;
  await sql`
    INSERT INTO rodent_service_window (company_id, device_id, from_at, to_at)
    SELECT d.company_id, d.id, to_timestamp(n.at / 1000), to_timestamp(n.at / 1000) + ${serviceMinutes} * interval '1 minute'
      FROM unnest(${services.map(({ deviceId }) => deviceId)}::integer[], ${services.map(({ time }) => time)}::float8[]) AS n (id, at)
      JOIN ${sql.raw(deviceFacts)} d ON d.id = n.id ON CONFLICT DO NOTHING`.execute(tx);
}

/** Animals that live no longer wait in traps at which somebody has been. */
async function seeToCatches(tx: Tx, services: readonly StoredEvent[]): Promise<void> {
  if (services.length === 0) return;
  await sql`
    UPDATE rodent_hit h SET due_at = NULL
      FROM unnest(${services.map(({ deviceId }) => deviceId)}::integer[], ${services.map(({ time }) => time)}::float8[]) AS n (id, at)
      JOIN rodent_trap t ON t.id = n.id AND t.live_catch
     WHERE h.device_id = n.id AND h.at <= to_timestamp(n.at / 1000) AND h.looks > 0 AND h.due_at IS NOT NULL`.execute(
    tx,
  );
}
