import type { Kit, Stop } from '#platform/server/kit.ts';
import { forgetSentMails } from '#platform/server/mail/mail.ts';
import { forgetSent, startOutbox, takeFailed } from '#platform/server/outbox.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';

const timeoutMs = 10_000;

/** The references of the text messages whose last attempt has failed; each is returned once. */
export const takeFailedSms = (tx: Tx): Promise<string[]> => takeFailed(tx, 'sms_outbox');

/** Deletes mails and text messages that were sent or given up three months ago. */
export async function forgetSentMessages(kit: Kit): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    await forgetSentMails(tx);
    await forgetSent(tx, 'sms_outbox');
  });
}

/**
 * Hands the messages of the outbox to the provider: `POST <SMS_URL>` with `{to, text}` and the outbox's id as
 * `Idempotency-Key`, so that a provider that knows it sends no message twice.
 */
export function startSms(kit: Kit): Stop {
  const { smsUrl, smsToken } = kit.settings;
  if (!smsUrl) return async () => undefined;
  return startOutbox<{ id: number; attempts: number; recipient: string; text: string }>(
    kit,
    'sms_outbox',
    async (sms) => {
      const reply = await fetch(smsUrl, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'idempotency-key': `rasid-sms-${sms.id}`,
          ...(smsToken ? { authorization: `Bearer ${smsToken}` } : {}),
        },
        body: JSON.stringify({ to: sms.recipient, text: sms.text }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      if (!reply.ok) throw new Error(`the provider answered ${reply.status}: ${(await reply.text()).slice(0, 200)}`);
    },
  );
}
