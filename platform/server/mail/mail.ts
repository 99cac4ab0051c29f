import { type Selectable, sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { readFile, storedFile } from '../files/files.ts';
import type { Kit, Stop } from '../kit.ts';
import { forgetSent, startOutbox } from '../outbox.ts';
import { systemScope, type Tx } from '../postgres/database.ts';
import type { Tables } from '../tables.ts';

/** An attachment: a stored file, or bytes. */
export type MailAttachment = { name: string } & ({ fileId: number } | { mediaType: string; bytes: Buffer });

export type Mail = {
  recipient: string;
  subject: string;
  text: string;
  html: string;
  /** A UUID by which `takeFailed` names the mail if it cannot be delivered. */
  reference?: string;
  /** The name of the sender; that of the installation by default. */
  sender?: string;
  /** Attachments; mails that share one array share one stored set. */
  attachments?: readonly MailAttachment[];
};

const mailbox = 'no-reply';
type Waiting = Selectable<Tables['mailOutbox']>;

/** Sends the mails of the outbox. Without `smtpUrl` they stay there; the development menu shows them. */
export function startMail(kit: Kit, smtpUrl: string | undefined): Stop {
  if (!smtpUrl) return async () => undefined;
  const transport = createTransport(smtpUrl);
  const address = `${mailbox}@${new URL(kit.publicUrl).hostname}`;
  const defaultSender = kit.settings.brand?.name.en ?? kit.apps[0]?.brand ?? '';
  return startOutbox<Waiting>(
    kit,
    'mail_outbox',
    async ({ id, recipient, subject, text, html, sender, attachments: key }, tx) => {
      const from = { name: sender || defaultSender, address };
      await transport.sendMail({
        from,
        // The same at each attempt, so that a mailbox can drop a mail that comes twice.
        messageId: `<rasid-${id}@${new URL(kit.publicUrl).hostname}>`,
        to: recipient,
        subject,
        text,
        html,
        attachments: await attachmentsOf(kit, tx, key),
      });
      await forgetAttachments(tx, key, id);
    },
  );
}

/** Deletes old mails that were sent or given up, and the attachments of those that were given up. */
export async function forgetSentMails(tx: Tx): Promise<void> {
  await forgetSent(tx, 'mail_outbox');
  await sql`DELETE FROM mail_attachment a WHERE NOT EXISTS (SELECT FROM mail_outbox m WHERE m.attachments = a.attachments)`.execute(
    tx,
  );
}

async function attachmentsOf(kit: Kit, tx: Tx, key: string | null) {
  if (key === null) return [];
  const found = await tx
    .selectFrom('mailAttachment')
    .select(['name', 'mediaType', 'fileId', 'bytes'])
    .where('attachments', '=', key)
    .orderBy('n')
    .execute();
  return Promise.all(
    found.map(async ({ name, mediaType, fileId, bytes }) => {
      const file = fileId === null ? undefined : await storedFile(tx, fileId);
      const content = file ? await readFile(kit, systemScope, file) : (bytes ?? '');
      return { filename: name, contentType: mediaType, content };
    }),
  );
}

/** Attachments are deleted with the last of their mails. */
async function forgetAttachments(tx: Tx, key: string | null, id: number): Promise<void> {
  if (key === null) return;
  await sql`DELETE FROM mail_attachment WHERE attachments = ${key}
    AND NOT EXISTS (SELECT FROM mail_outbox m WHERE m.attachments = ${key} AND m.sent_at IS NULL AND m.id <> ${id})`.execute(
    tx,
  );
}
