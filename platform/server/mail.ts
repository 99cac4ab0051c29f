import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { createTransport } from 'nodemailer';
import { megabyte } from '../common/upload.ts';
import { systemScope, type Tx } from './database.ts';
import { readFile, storedFile } from './files.ts';
import type { Kit, Stop } from './kit.ts';
import { startOutbox } from './outbox.ts';
import { refuse } from './refuse.ts';
import type { Tables } from './tables.ts';

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
/** Many servers accept 10 MB, and encoding adds more than a third. */
export const mostAttachedBytes = 7 * megabyte;

/** Queues a mail within the caller's transaction: it is sent only after the commit. */
export const queueMail = (tx: Tx, mail: Mail): Promise<void> => queueMails(tx, [mail]);

/**
 * The same for several mails, in one statement. Refuses attachments that are too large in total or of another company.
 */
export async function queueMails(tx: Tx, mails: readonly Mail[]): Promise<void> {
  if (mails.length === 0) return;
  const keys = new Map<readonly MailAttachment[], string>();
  for (const { attachments = [] } of mails)
    if (attachments.length > 0 && !keys.has(attachments)) keys.set(attachments, await attach(tx, attachments));
  const rows = mails.map(({ attachments = [], sender = '', reference, ...mail }) => ({
    ...mail,
    sender,
    reference: reference ?? null,
    attachments: keys.get(attachments) ?? null,
    attempts: 0,
  }));
  await tx.insertInto('mailOutbox').values(rows).execute();
}

async function attach(tx: Tx, attachments: readonly MailAttachment[]): Promise<string> {
  const key = randomUUID();
  let total = 0;
  for (const [n, one] of attachments.entries()) {
    const file = 'fileId' in one ? await storedFile(tx, one.fileId) : null;
    if (file === undefined) throw refuse(404, 'not-found');
    total += 'bytes' in one ? one.bytes.length : (file?.size ?? 0);
    if (total > mostAttachedBytes) throw refuse(409, 'mail-too-large', { megabytes: mostAttachedBytes / megabyte });
    const {
      fileId = null,
      bytes = null,
      mediaType = file?.mediaType,
    } = one as Partial<Record<'fileId', number> & Record<'bytes', Buffer> & Record<'mediaType', string>>;
    await sql`INSERT INTO mail_attachment (attachments, n, name, media_type, file_id, bytes)
      VALUES (${key}, ${n}, ${one.name}, ${mediaType}, ${fileId}, ${bytes})`.execute(tx);
  }
  return key;
}

type Waiting = Tables['mailOutbox'];
type Attached = { name: string; mediaType: string; fileId: number | null; bytes: Buffer | null };

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

async function attachmentsOf(kit: Kit, tx: Tx, key: string | null) {
  if (key === null) return [];
  const found = await sql<Attached>`
    SELECT name, media_type, file_id, bytes FROM mail_attachment WHERE attachments = ${key} ORDER BY n`.execute(tx);
  return Promise.all(
    found.rows.map(async ({ name, mediaType, fileId, bytes }) => {
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
