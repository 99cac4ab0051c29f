import { sql } from 'kysely';
import { deviceChanged } from '#core/devices/server/api.ts';
import { emit } from '#platform/server/domain-events.ts';
import { dueBatch } from '#platform/server/due.ts';
import type { DeviceSubscription } from './events.ts';

/** Subscriptions that reach their end while their device has them. */
export const dueEnds = dueBatch<{ id: number }>(
  'subscriptions.ended',
  {
    table: 'device_token',
    at: 'expiration_at',
    where: sql`device_id IS NOT NULL AND blocked_at IS NULL AND NOT end_told`,
  },
  500,
  async (context, due) => {
    const { tx, kit, afterCommit } = context;
    const { rows: subscriptions } = await sql<DeviceSubscription>`
      UPDATE device_token SET end_told = true WHERE id = ANY (${due.map(({ id }) => id)}::integer[])
      RETURNING id AS token_id, device_id, company_id`.execute(tx);
    // Open pages hide the values from now on.
    afterCommit(() => {
      for (const { deviceId: id, companyId } of subscriptions) deviceChanged(kit, { id, companyId });
    });
    await emit(context, 'subscription.ended', { subscriptions, cause: 'date' });
  },
);
