import { createTransport, type Transporter } from 'nodemailer';
import { inSystem, type Tx } from './database.ts';
import type { Kit, Stop } from './kit.ts';
import { repeat } from './repeat.ts';

export type Mail = { recipient: string; subject: string; text: string; html: string };

const everyMs = 2000;
const maxAttempts = 10;
const sender = 'no-reply';

/** Puts a mail into the outbox within the caller's transaction: no mail without the change that it speaks of. */
export const queueMail = (tx: Tx, mail: Mail): Promise<void> => queueMails(tx, [mail]);

/** The same for many, in one statement. */
export async function queueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx
    .insertInto('mailOutbox')
    .values(mails.map((mail) => ({ ...mail, attempts: 0 })))
    .execute();
}

/**
 * Sends what waits in the outbox; a refused mail is tried again with growing pauses, ten times. Without `smtpUrl`
 * mails stay in the outbox, which the development menu shows.
 */
export function startMail(kit: Kit, smtpUrl: string | undefined): Stop {
  if (!smtpUrl) return async () => undefined;
  const transport = createTransport(smtpUrl, { from: `Rasid <${sender}@${new URL(kit.publicUrl).hostname}>` });
  return repeat(kit, everyMs, 'sending mail failed', () => sendWaiting(kit, transport));
}

/** Each mail under a row lock of its own transaction: several processes share the outbox, and a crash repeats one mail at most. */
async function sendWaiting(kit: Kit, transport: Transporter): Promise<void> {
  for (let more = true; more; ) more = await inSystem(kit.db, (tx) => sendOne(tx, transport));
}

async function sendOne(tx: Tx, transport: Transporter): Promise<boolean> {
  const mail = await tx
    .selectFrom('mailOutbox')
    .selectAll()
    .where('sentAt', 'is', null)
    .where('attempts', '<', maxAttempts)
    .where('nextAttemptAt', '<=', new Date().toISOString())
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!mail) return false;
  const failure = await transport
    .sendMail({ to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html })
    .then(
      () => null,
      (error: Error) => error.message,
    );
  await tx
    .updateTable('mailOutbox')
    .set({
      sentAt: failure === null ? new Date().toISOString() : null,
      lastError: failure,
      attempts: mail.attempts + 1,
      nextAttemptAt: new Date(Date.now() + 5000 * 2 ** mail.attempts).toISOString(),
    })
    .where('id', '=', mail.id)
    .execute();
  return true;
}
