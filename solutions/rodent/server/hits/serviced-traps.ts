import { sql } from 'kysely';
import { deviceFacts } from '#core/devices/server/api.ts';
import { runPrepared, type Tx } from '#platform/server/postgres/database.ts';
import type { TrapKind, TrapZone } from '../../common/trap.ts';
import type { Since } from './trap-messages.ts';

/** A trap, and when somebody worked at it. */
export type ServicedTrap = {
  companyId: number;
  kind: TrapKind;
  zone: TrapZone;
  windows: readonly { from: number; to: number }[];
};

/** The traps with the times of service since then. */
export async function trapsOf(tx: Tx, all: readonly Since[]): Promise<Map<number, ServicedTrap>> {
  const rows = await runPrepared(
    tx,
    'rodent-traps',
    sql<ServicedTrap & { deviceId: number }>`
    SELECT d.id AS device_id, d.company_id, coalesce(t.kind, 'snap') AS kind, coalesce(t.zone, 'interior') AS zone,
           coalesce((SELECT jsonb_agg(jsonb_build_object('from', (extract(epoch FROM s.from_at) * 1000)::float8, 'to', (extract(epoch FROM s.to_at) * 1000)::float8))
                       FROM rodent_service_window s WHERE s.device_id = d.id AND s.to_at >= to_timestamp(w.since / 1000)), '[]') AS windows
      FROM unnest(${all.map(({ deviceId }) => deviceId)}::integer[], ${all.map(({ since }) => since)}::float8[]) AS w (device_id, since)
      JOIN ${sql.raw(deviceFacts)} d ON d.id = w.device_id LEFT JOIN rodent_trap t ON t.id = d.id`,
  );
  return new Map(rows.map(({ deviceId, ...trap }) => [deviceId, trap]));
}
