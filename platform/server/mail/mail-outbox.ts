import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { megabyte } from '../../common/upload.ts';
import { storedFile } from '../files/files.ts';
import type { Tx } from '../postgres/database.ts';
import { refuse } from '../refuse.ts';
import type { Mail, MailAttachment } from './mail.ts';

/** Many servers accept 10 MB, and encoding adds more than a third. */
export const mostAttachedBytes = 7 * megabyte;

/**
 * Queues mails within the caller's transaction, in one statement: they are sent only after the commit. Refuses attachments
 * that are too large in total or belong to another company. Only the accounts slice may import this: it counts the mails
 * that go to strangers, so every other slice sends through its `mailPeople` and `mailStrangers`.
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
