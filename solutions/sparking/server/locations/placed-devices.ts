import { sql } from 'kysely';
import { clearAlarms } from '#core/alarms/server/api.ts';
import { deviceFacts, newestValues } from '#core/devices/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';
import { aboutSlot } from '../alarms/subjects.ts';
import { queueTallies } from '../counters/due-tallies.ts';
import { tellLocations } from '../plan/live-slots.ts';
import { moveStays } from '../stays/moved-stays.ts';
import { occupiedSensor } from './slot-sources.ts';

/**
 * Follows devices into bays and out of them. A bay has one sensor: another is refused, unless the two exchange their
 * bays in one step. Left bays are unknown, and those entered have what their sensor reported last.
 */
export async function followDevices(context: Emitting, { moves }: DomainEvents['devices.moved']): Promise<void> {
  const { tx } = context;
  const ids = moves.map(({ id }) => id);
  // Locked, so that two sensors do not enter one bay at the same time.
  const entered = await sql<{ id: number; number: string; devices: { id: number; name: string }[] }>`
    WITH locked AS MATERIALIZED (
      SELECT t.id, t.number FROM sparking_slot t
       WHERE t.id IN (SELECT d.space_id FROM ${sql.raw(deviceFacts)} d WHERE d.id = ANY (${ids}::integer[])) AND t.retired_at IS NULL
       ORDER BY t.id FOR UPDATE)
    SELECT l.id, l.number, (SELECT jsonb_agg(jsonb_build_object('id', d.id, 'name', d.name) ORDER BY d.id = ANY (${ids}::integer[]), d.id)
                    FROM ${sql.raw(deviceFacts)} d WHERE d.space_id = l.id AND d.app = 'sparking') AS devices
      FROM locked l`.execute(tx);
  const taken = entered.rows.find(({ devices }) => devices.length > 1);
  if (taken) throw refuse(409, 'slot-taken', { number: taken.number, name: taken.devices[0]?.name });
  const left = await sql<{ id: number; companyId: number; deviceId: number; isAsked: boolean }>`
    DELETE FROM sparking_slot_state WHERE device_id = ANY (${ids}::integer[]) AND channel = ''
    RETURNING id, company_id, device_id, asked_since IS NOT NULL AS is_asked`.execute(tx);
  await clearAlarms(
    context,
    left.rows.flatMap(({ id, companyId, isAsked }) =>
      isAsked ? [{ ...aboutSlot(companyId, id), kind: 'slot-stuck' }] : [],
    ),
  );
  await sql`
    INSERT INTO sparking_slot_state (id, company_id, state, since, quality, device_id)
    SELECT t.id, t.company_id, CASE v.value WHEN 0 THEN 'free' WHEN 1 THEN 'occupied' ELSE 'unknown' END, v.time, 'bounded', d.id
      FROM ${sql.raw(deviceFacts)} d JOIN sparking_slot t ON t.id = d.space_id AND t.retired_at IS NULL
      JOIN ${sql.raw(newestValues)} v ON v.device_id = d.id AND v.sensor_id = ${occupiedSensor}
     WHERE d.id = ANY (${ids}::integer[]) AND d.connection <> 'offline'
    ON CONFLICT (id) DO NOTHING`.execute(tx);
  const watchedBefore = new Map(left.rows.map(({ id, deviceId }) => [id, deviceId]));
  const kept = new Set(
    entered.rows.flatMap(({ id, devices }) => (devices.some((one) => one.id === watchedBefore.get(id)) ? id : [])),
  );
  const others = new Set([...watchedBefore.keys(), ...entered.rows.map(({ id }) => id)]);
  await moveStays(context, [...others.difference(kept)]);
  const places = await sql<{ locationId: number; companyId: number }>`
    SELECT DISTINCT location_id, company_id FROM sparking_slot WHERE id = ANY (${[...others]}::integer[])`.execute(tx);
  await queueTallies(tx, places.rows);
  tellLocations(
    context,
    places.rows.map(({ locationId, companyId }) => ({ id: locationId, companyId })),
  );
}
