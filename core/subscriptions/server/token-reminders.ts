import { sql } from 'kysely';
import { administratorsOf, contactsOf, runningProviders } from '#core/accounts/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { systemScope, type Tx } from '#platform/server/postgres/database.ts';
import type { DeviceSubscription } from './events.ts';
import { type EndingToken, mailEndingTokens } from './token-mails.ts';

/** Days before the end of a subscription on which people are reminded. */
const reminderDays = [60, 30, 7, 1, 0];
/** The owner is reminded from this day on; its integrator, who renews for many, earlier. */
const ownerDays = 30;
/** Subscriptions that ended longer ago are left to people. */
const longestDays = 7;

type DueToken = EndingToken & DeviceSubscription;

/** The subscriptions of which people must be reminded now; each reminder day of a subscription comes once. */
async function dueTokens(tx: Tx): Promise<DueToken[]> {
  const found = await sql<DueToken>`
    WITH due AS (
      SELECT t.id, d.days FROM device_token t
       CROSS JOIN LATERAL (SELECT min(r.days) AS days FROM unnest(${reminderDays}::integer[]) r (days)
                            WHERE t.expiration_at <= now() + r.days * interval '1 day') d
       WHERE t.device_id IS NOT NULL AND t.blocked_at IS NULL
         AND t.expiration_at BETWEEN now() - ${longestDays} * interval '1 day' AND now() + ${Math.max(...reminderDays)} * interval '1 day'
         AND (t.reminded_days IS NULL OR d.days < t.reminded_days)),
         reminded AS (
      UPDATE device_token t SET reminded_days = due.days FROM due WHERE t.id = due.id
      RETURNING t.id, t.company_id, t.app, t.device_id, t.expiration_at, due.days)
    SELECT id AS token_id, device_id, company_id, app, expiration_at, days, ${deviceNamed('device_id')} ->> 'name' AS device FROM reminded
     ORDER BY company_id, expiration_at, device_id`.execute(tx);
  return found.rows;
}

/**
 * Reminds owners of ending subscriptions, and integrators of those of all their clients: one mail per reader and run.
 */
export async function remindOfTokens(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, async (context) => {
    const { tx } = context;
    const due = await dueTokens(tx);
    // On the last day the subscriptions have ended, which is an event of its own.
    for (const [days, subscriptions] of Map.groupBy(due, (token) => token.days))
      if (days > 0) await emit(context, 'subscription.ending', { subscriptions, days });
    const byProvider = new Map<number, EndingToken[]>();
    for (const [companyId, tokens] of Map.groupBy(due, (token) => token.companyId)) {
      for (const { id, type } of await runningProviders(tx, systemScope, companyId))
        if (type === 'Integrator') byProvider.set(id, [...(byProvider.get(id) ?? []), ...tokens]);
      await mailTo(
        tx,
        kit,
        companyId,
        'owner',
        tokens.filter(({ days }) => days <= ownerDays),
      );
    }
    for (const [companyId, tokens] of byProvider) await mailTo(tx, kit, companyId, 'provider', tokens);
  });
}

async function mailTo(
  tx: Tx,
  kit: Kit,
  companyId: number,
  reader: 'owner' | 'provider',
  tokens: readonly EndingToken[],
): Promise<void> {
  if (tokens.length === 0) return;
  const administrators = (await administratorsOf(tx, companyId)).map(({ id }) => id);
  await mailEndingTokens(tx, kit, reader, tokens, await contactsOf(tx, administrators));
}
