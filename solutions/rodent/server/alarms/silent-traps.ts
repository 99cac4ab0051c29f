import { sql } from 'kysely';
import { raiseAlarms } from '#core/alarms/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';

/** A silent trap among food is graver than others: a kitchen without monitoring. */
export async function raiseSilent(context: Emitting, { devices }: DomainEvents['device.offline']): Promise<void> {
  const { rows } = await sql<{ deviceId: number }>`
    SELECT t.id AS device_id FROM rodent_trap t WHERE t.id = ANY (${devices.map(({ id }) => id)}::integer[]) AND t.zone = 'interior-food'`.execute(
    context.tx,
  );
  await raiseAlarms(
    context,
    rows.map(({ deviceId }) => ({ deviceId, kind: 'offline', severity: 'problem' as const })),
  );
}
