import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { forgetSentMessages } from '#core/accounts/server/messages/sms.ts';
import { type MailAttachment, startMail } from '#platform/server/mail/mail.ts';
import { mostAttachedBytes, queueMails } from '#platform/server/mail/mail-outbox.ts';
import { inSystem, inTenant } from '#platform/server/postgres/database.ts';
import { eventually } from '../testing/test-device.ts';
import { blobOf, pdf } from '../testing/test-files.ts';
import { type Rasid, rasid } from '../testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const mail = {
  recipient: 'someone@example.test',
  subject: 'تنبيه',
  text: 'الخزان ممتلئ',
  html: '<p dir="rtl">الخزان ممتلئ</p>',
};
const outbox = async () =>
  (await app.kit.pool.query('SELECT sent_at, attempts, last_error FROM mail_outbox ORDER BY id')).rows;

/** An SMTP server that rejects the first mails. */
async function smtp(refusals = 1) {
  const received: string[] = [];
  const rejected: string[] = [];
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        const isRejected = rejected.length < refusals;
        (isRejected ? rejected : received).push(text);
        done(isRejected ? new Error('mailbox is busy') : null);
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    received,
    rejected,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test('a mail of a change that was rolled back is never sent', async () => {
  await inSystem(app.kit.db, async (tx) => {
    await queueMails(tx, [mail]);
    throw new Error('the change failed');
  }).catch(() => undefined);
  expect(await outbox()).toEqual([]);
});

const messageIdOf = (text = '') => /^Message-ID: (<\S+>)/im.exec(text)?.[1];

test('a rejected mail is sent again under its Message-ID and arrives once', async () => {
  const server = await smtp();
  await inSystem(app.kit.db, (tx) => queueMails(tx, [mail]));
  const stop = startMail(app.kit, server.url);
  await eventually(outbox, (rows) => rows[0]?.attempts === 1);
  expect((await outbox())[0]).toMatchObject({ sent_at: null, last_error: expect.stringContaining('mailbox is busy') });
  await app.kit.pool.query('UPDATE mail_outbox SET next_attempt_at = now()');
  await eventually(outbox, (rows) => rows[0]?.sent_at !== null);
  await inSystem(app.kit.db, (tx) => queueMails(tx, [mail]));
  await eventually(outbox, (rows) => rows[1]?.sent_at);
  await stop();
  await server.close();
  expect(server.received).toHaveLength(2);
  expect(server.received[0]).toContain('To: someone@example.test');
  const [first, second] = server.received.map(messageIdOf);
  expect(first).toMatch(/^<rasid-\d+@localhost>$/);
  expect(messageIdOf(server.rejected[0])).toBe(first);
  expect(second).not.toBe(first);
});

describe('an attachment of a mail', () => {
  const base64 = (bytes: string | Buffer) => Buffer.from(bytes).toString('base64');
  const plain = (text: string) => text.replaceAll(/\s/g, '');
  const invitation = { name: 'invite.ics', mediaType: 'text/calendar', bytes: Buffer.from('BEGIN:VCALENDAR') };
  const attached = async () =>
    (await app.kit.pool.query('SELECT count(*)::integer AS n FROM mail_attachment')).rows[0].n;

  async function storedFile(bytes: string) {
    const customer = await app.signIn('customer@rasid.test');
    const company = (await customer.call('GET', '/session')).body.data.company.id;
    const assets = `/company/${company}/asset`;
    const asset = (await customer.call('POST', assets, { body: { name: 'Pump', type: 'pump' } })).body.data.id;
    const form = new FormData();
    form.set('file', blobOf(bytes), 'report.pdf');
    await customer.call('POST', `${assets}/${asset}/attachment`, { body: form });
    const [file] = (await app.kit.pool.query('SELECT max(id) AS id FROM stored_file')).rows;
    return { fileId: file.id as number, company: company as number };
  }

  test('an attachment reaches every recipient under the name of the sender and is deleted after the last one', async () => {
    const { fileId } = await storedFile(pdf('Report'));
    const attachments: MailAttachment[] = [{ name: 'تقرير.pdf', fileId }, invitation];
    const sender = 'مدار "المياه"';
    await inSystem(app.kit.db, (tx) =>
      queueMails(
        tx,
        ['one', 'two'].map((name) => ({ ...mail, recipient: `${name}@attached.test`, sender, attachments })),
      ),
    );
    expect(await attached()).toBe(2);
    const server = await smtp(0);
    const stop = startMail(app.kit, server.url);
    await eventually(
      async () => server.received.length,
      (n) => n === 2,
    );
    await eventually(attached, (n) => n === 0);
    await stop();
    await server.close();
    for (const received of server.received) {
      expect(plain(received)).toContain(base64(pdf('Report')));
      expect(plain(received)).toContain(base64(invitation.bytes));
      expect(received).toContain('Content-Type: text/calendar; name=invite.ics');
      expect(received).toContain(`filename*0*=utf-8''${encodeURIComponent('تقرير')}.pdf`);
      expect(received).toMatch(/^From: =\?UTF-8\?.*<no-reply@localhost>/m);
    }
  });

  test('an attachment is limited in size and must be a file of the same company', async () => {
    const { fileId, company } = await storedFile(pdf());
    const large = { ...invitation, bytes: Buffer.alloc(mostAttachedBytes) };
    const queue = (attachments: MailAttachment[], companies: number[]) =>
      inTenant(app.kit.people.db, { companies, userId: null, actingFor: null }, (tx) =>
        queueMails(tx, [{ ...mail, attachments }]),
      );
    await expect(queue([large, invitation], [company])).rejects.toThrow('mail-too-large');
    await expect(queue([{ name: 'theirs.pdf', fileId }], [company + 1])).rejects.toThrow('not-found');
    await queue([{ name: 'ours.pdf', fileId }], [company]);
  });
});

test('messages that were sent or given up are deleted after ninety days with their attachments, waiting ones stay', async () => {
  const { pool, db } = app.kit;
  await pool.query('DELETE FROM mail_outbox; DELETE FROM mail_attachment');
  const attachments: MailAttachment[] = [{ name: 'a.pdf', mediaType: 'application/pdf', bytes: Buffer.from(pdf()) }];
  for (const subject of ['given up', 'waiting', 'sent'])
    await inSystem(db, (tx) => queueMails(tx, [{ ...mail, subject, attachments }]));
  await pool.query("UPDATE mail_outbox SET created_at = now() - interval '91 days'");
  await pool.query("UPDATE mail_outbox SET attempts = 10 WHERE subject = 'given up'");
  await pool.query("UPDATE mail_outbox SET sent_at = now() - interval '91 days' WHERE subject = 'sent'");
  await pool.query(
    `INSERT INTO mail_outbox (recipient, subject, text, html, sent_at) VALUES ('a@rasid.test', 'young', '', '', now())`,
  );
  await pool.query(`INSERT INTO sms_outbox (recipient, text, created_at, sent_at) VALUES
    ('+971500000000', 'old', now() - interval '91 days', now() - interval '91 days'), ('+971500000000', 'young', now(), now())`);
  await forgetSentMessages(app.kit);
  expect((await pool.query('SELECT subject FROM mail_outbox ORDER BY id')).rows).toEqual([
    { subject: 'waiting' },
    { subject: 'young' },
  ]);
  expect((await pool.query('SELECT name FROM mail_attachment')).rows).toHaveLength(1);
  expect((await pool.query('SELECT text FROM sms_outbox')).rows).toEqual([{ text: 'young' }]);
});
