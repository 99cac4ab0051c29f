import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { queueMails } from '#platform/server/mail/mail-outbox.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { queueSms } from './sms-outbox.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
  await inSystem(app.kit.db, async (tx) => {
    await queueMails(tx, [{ recipient: 'one@outbox.test', subject: 'Hello', text: 'a link', html: '' }]);
    await queueSms(tx, [{ recipient: '+971501234567', text: 'a code' }]);
  });
});
afterAll(() => app.close());

test('the platform’s administrators see where mails and messages went, newest first', async () => {
  const superAdmin = await app.signIn('super@rasid.test');
  const mails = await superAdmin.call('GET', '/development/outbox/mail?recipient=one@outbox.test');
  expect(mails.body).toMatchObject({ totalRecords: 1, data: [{ subject: 'Hello', state: 'waiting', attempts: 0 }] });
  const messages = await superAdmin.call('GET', '/development/outbox/sms');
  expect(messages.body.data[0]).toMatchObject({ recipient: '+971501234567', state: 'waiting' });
});

test('their text is shown only in a demo', async () => {
  const superAdmin = await app.signIn('super@rasid.test');
  const { settings } = app.kit;
  const text = async () => (await superAdmin.call('GET', '/development/outbox/mail')).body.data[0].text;
  const before = settings.demo;
  settings.demo = true;
  expect(await text()).toBe('a link');
  settings.demo = false;
  expect(await text()).toBeNull();
  settings.demo = before;
});

test('nobody else sees them', async () => {
  for (const email of ['customer@rasid.test', 'finance@rasid.test'])
    expect((await (await app.signIn(email)).call('GET', '/development/outbox/mail')).status).toBe(403);
});
