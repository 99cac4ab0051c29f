import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { isSubscribed, tellWebhooks } from '#core/notifications/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { WebhookEventData, WebhookEventName } from '../../common/webhook-events.ts';

const app = 'sparking';

export type Happened<Name extends WebhookEventName> = {
  companyId: number;
  locationId: number;
  data: WebhookEventData<Name>;
};

/** Whether any webhook is notified of this. */
export const isWanted = ({ kit }: Pick<Emitting, 'kit'>, name: WebhookEventName): Promise<boolean> =>
  isSubscribed(kit, app, name);

/** Tells the webhooks of what has happened at car parks, once the transaction has committed. */
export const tell = <Name extends WebhookEventName>(
  context: Emitting,
  name: Name,
  happened: readonly Happened<Name>[],
): Promise<void> =>
  tellWebhooks(
    context,
    { app, name },
    happened.map(({ companyId, locationId, data }) => ({ companyId, structureId: locationId, data })),
  );

/** The person who acts, or the system. */
export async function actingIn({ tx, actor }: Emitting): Promise<WebhookEventData<'slot.changed'>['by']> {
  const { userId } = actor.scope;
  if (userId === null) return 'system';
  const { rows } = await sql<{ person: { id: number; name: string } | null }>`
    SELECT ${personNamed('n.id')} AS person FROM (SELECT ${userId}::integer AS id) n`.execute(tx);
  return rows[0]?.person ?? 'system';
}
