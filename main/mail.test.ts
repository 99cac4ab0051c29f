import { once } from 'node:events';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inSystem } from '#platform/server/database.ts';
import { queueMail, startMail } from '#platform/server/mail.ts';
import { eventually } from './test-device.ts';
import { type Rasid, rasid } from './testing.ts';

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

/** A real SMTP server that turns the first mail away. */
async function smtp() {
  const received: string[] = [];
  let refused = 0;
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, _session, done) {
      let text = '';
      stream.on('data', (chunk: Buffer) => {
        text += chunk;
      });
      stream.on('end', () => {
        if (refused++ === 0) return done(new Error('mailbox is busy'));
        received.push(text);
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const address = server.server.address();
  return {
    received,
    url: `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

test('a mail of a change that was rolled back is never sent', async () => {
  await inSystem(app.kit.db, async (tx) => {
    await queueMail(tx, mail);
    throw new Error('the change failed');
  }).catch(() => undefined);
  expect(await outbox()).toEqual([]);
});

test('a mail that is turned away is tried again and arrives once', async () => {
  const server = await smtp();
  await inSystem(app.kit.db, (tx) => queueMail(tx, mail));
  const stop = startMail(app.kit, server.url);
  await eventually(outbox, (rows) => rows[0]?.attempts === 1);
  expect((await outbox())[0]).toMatchObject({ sent_at: null, last_error: expect.stringContaining('mailbox is busy') });
  await app.kit.pool.query('UPDATE mail_outbox SET next_attempt_at = now()');
  await eventually(outbox, (rows) => rows[0]?.sent_at !== null);
  await stop();
  await server.close();
  expect(server.received).toHaveLength(1);
  expect(server.received[0]).toContain('To: someone@example.test');
});
