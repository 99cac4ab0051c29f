import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { sqlPresent } from '#platform/server/postgres/values.ts';
import { endCardAttempts, settleReference, settleStored } from './attempts.ts';
import { cardProvider } from './card-provider.ts';
import type { Provider } from './provider.ts';

/** Stores an event that was verified; false if it is stored already. */
export async function storeEvent(
  kit: Kit,
  provider: Provider,
  body: Buffer,
  headers: Record<string, unknown>,
): Promise<boolean> {
  const event = provider.verify(body, headers);
  const kept = await inSystem(kit.db, (tx) =>
    tx
      .insertInto('paymentEvent')
      .values({
        provider: provider.name,
        eventId: event.id,
        type: event.type,
        providerRef: event.ref,
        payload: body.toString('utf8'),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst(),
  );
  return kept.numInsertedOrUpdatedRows === 1n;
}

const mostEvents = 100;
/** Intervals after which the provider is queried again for an open payment, in minutes; then daily. */
const askAgain = [1, 5, 15, 60, 360];
const day = 1440;

/** Queries the provider for the payments of waiting events. An event that precedes its payment keeps waiting. */
export async function processEvents(kit: Kit, provider: Provider): Promise<void> {
  const waiting = await inSystem(kit.db, (tx) =>
    tx
      .selectFrom('paymentEvent')
      .select(['eventId', 'providerRef'])
      .where('provider', '=', provider.name)
      .where('processedAt', 'is', null)
      .where('receivedAt', '>', sql<string>`rasid_now() - interval '7 days'`)
      .orderBy('receivedAt')
      .limit(mostEvents)
      .$narrowType<{ providerRef: string }>()
      .execute(),
  );
  for (const { eventId, providerRef } of waiting) {
    const outcome = await settleReference(kit, provider, providerRef);
    if (outcome === null) continue;
    await inSystem(kit.db, (tx) =>
      tx
        .updateTable('paymentEvent')
        .set({ processedAt: sqlPresent, outcome })
        .where('provider', '=', provider.name)
        .where('eventId', '=', eventId)
        .execute(),
    );
  }
}

/** Recovers lost work: waiting events, and open payments that are due. */
export async function reconcile(kit: Kit): Promise<void> {
  const provider = cardProvider(kit);
  if (!provider) return;
  await processEvents(kit, provider);
  const due = await inSystem(kit.db, (tx) =>
    sql<{ id: number; orderId: number; old: boolean }>`
      UPDATE payment p SET checks = p.checks + 1,
             check_at = now() + coalesce((${askAgain}::integer[])[p.checks + 2], ${day}) * interval '1 minute'
        FROM (SELECT id FROM payment WHERE provider = ${provider.name} AND state IN ('created', 'pending') AND check_at <= now()
               ORDER BY check_at LIMIT ${mostEvents} FOR UPDATE SKIP LOCKED) due
       WHERE p.id = due.id RETURNING p.id, p.order_id, p.created_at < rasid_now() - interval '7 days' AS old`.execute(
      tx,
    ),
  );
  for (const { id, orderId, old } of due.rows)
    await (old ? endCardAttempts(kit, orderId) : settleStored(kit, provider, id)).catch((error: Error) =>
      kit.log.warn({ err: error, payment: id }, 'the state of a payment could not be read from its provider'),
    );
}
