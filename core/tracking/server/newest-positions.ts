import { sql } from 'kysely';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

/**
 * Adds the newest accepted positions of devices. A device clock that is ahead does not make a position younger than its
 * arrival. The emitter has made sure that the caller may see the devices.
 */
export async function addNewestPositions(
  { tx, actor }: Emitting,
  { ids, positions }: DomainEvents['devices.positions'],
): Promise<void> {
  const { rows } = await bypassRls(tx, actor.scope, () =>
    sql<{ deviceId: number; at: number; speed: number | null }>`
      SELECT device_id, extract(epoch FROM least(time, moved_at))::float8 * 1000 AS at, speed FROM device_place WHERE device_id = ANY (${ids}::integer[])`.execute(
      tx,
    ),
  );
  for (const { deviceId, at, speed } of rows) positions.set(deviceId, { at, speed });
}
