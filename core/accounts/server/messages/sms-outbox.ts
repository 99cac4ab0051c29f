import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';

export type Sms = {
  recipient: string;
  text: string;
  /** A UUID by which `takeFailedSms` names the message if it cannot be delivered. */
  reference?: string;
};

/**
 * Puts text messages into the outbox within the caller's transaction, in one statement. Only `sms-recipients.ts` may import
 * this: it limits messages to numbers that nobody has confirmed.
 */
export async function queueSms(tx: Tx, messages: readonly Sms[]): Promise<void> {
  if (messages.length === 0) return;
  const recipients = messages.map(({ recipient }) => recipient.replaceAll(' ', ''));
  const texts = messages.map(({ text }) => text);
  const references = messages.map(({ reference }) => reference ?? null);
  await sql`INSERT INTO sms_outbox (recipient, text, reference) SELECT * FROM unnest(${recipients}::text[], ${texts}::text[], ${references}::uuid[])`.execute(
    tx,
  );
}
