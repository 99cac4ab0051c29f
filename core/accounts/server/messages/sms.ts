import { sql } from 'kysely';
import type { Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { startOutbox, takeFailed } from '#platform/server/outbox.ts';

const timeoutMs = 10_000;

export type Sms = {
  recipient: string;
  text: string;
  /** A UUID by which `takeFailedSms` names the message if it cannot be delivered. */
  reference?: string;
};

/** Puts text messages into the outbox within the caller's transaction, in one statement. */
export async function queueSms(tx: Tx, messages: readonly Sms[]): Promise<void> {
  if (messages.length === 0) return;
  const recipients = messages.map(({ recipient }) => recipient.replaceAll(' ', ''));
  const texts = messages.map(({ text }) => text);
  const references = messages.map(({ reference }) => reference ?? null);
  await sql`INSERT INTO sms_outbox (recipient, text, reference) SELECT * FROM unnest(${recipients}::text[], ${texts}::text[], ${references}::uuid[])`.execute(
    tx,
  );
}

/** The references of the text messages whose last attempt has failed; each is returned once. */
export const takeFailedSms = (tx: Tx): Promise<string[]> => takeFailed(tx, 'sms_outbox');

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
