import { createTransport, type Transporter } from 'nodemailer';
import { inSystem, type Tx } from './database.ts';
import type { Kit } from './kit.ts';

export type Mail = { recipient: string; subject: string; text: string; html: string };

/** Puts a mail into the outbox within the caller's transaction: no mail without the change that it speaks of. */
export async function queueMail(tx: Tx, mail: Mail): Promise<void> {
  await tx.insertInto('mailOutbox').values({ ...mail, attempts: 0 }).execute();
}

/** Sends what waits in the outbox every few seconds; without `SMTP_URL` mails stay there for the development menu. */
export async function startMail(kit: Kit, smtpUrl: string | undefined): Promise<void> {
  if (!smtpUrl) return;
  const transport = createTransport(smtpUrl);
  await kit.jobs.schedule('mail.send', '* * * * *', () => sendWaiting(kit, transport));
}

async function sendWaiting(kit: Kit, transport: Transporter): Promise<void> {
  await inSystem(kit.db, async (tx) => {
    const waiting = await tx
      .selectFrom('mailOutbox')
      .selectAll()
      .where('sentAt', 'is', null)
      .where('attempts', '<', 10)
      .orderBy('id')
      .limit(50)
      .forUpdate()
      .skipLocked()
      .execute();
    for (const mail of waiting) {
      const outcome = await transport
        .sendMail({ to: mail.recipient, subject: mail.subject, text: mail.text, html: mail.html })
        .then(() => ({ sentAt: new Date().toISOString(), lastError: null }))
        .catch((error: Error) => ({ sentAt: null, lastError: error.message }));
      await tx
        .updateTable('mailOutbox')
        .set({ ...outcome, attempts: mail.attempts + 1 })
        .where('id', '=', mail.id)
        .execute();
    }
  });
}
