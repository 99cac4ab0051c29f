import { createTransport } from 'nodemailer';
import type { Tx } from './database.ts';
import type { Kit, Stop } from './kit.ts';
import { startOutbox } from './outbox.ts';
import type { Tables } from './tables.ts';

export type Mail = { recipient: string; subject: string; text: string; html: string };

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

/** Sends the mails of the outbox. Without `smtpUrl` they stay there, where the development menu shows them. */
export function startMail(kit: Kit, smtpUrl: string | undefined): Stop {
  if (!smtpUrl) return async () => undefined;
  const transport = createTransport(smtpUrl, { from: `Rasid <${sender}@${new URL(kit.publicUrl).hostname}>` });
  return startOutbox<Tables['mailOutbox']>(kit, 'mail_outbox', async ({ recipient, subject, text, html }) => {
    await transport.sendMail({ to: recipient, subject, text, html });
  });
}
