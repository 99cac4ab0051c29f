import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let viewer: TestPerson;
beforeAll(async () => {
  app = await rasid();
  viewer = await app.signIn('viewer@rasid.test');
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM access_question; DELETE FROM mail_outbox'));

const page = { app: 'sample', page: 'groups/create', address: '/Sample/groups/create' };
const ask = (person: TestPerson, body: object = {}) =>
  person.call('POST', '/permissions/ask', { body: { ...page, ...body } });
const mails = async () =>
  (await app.kit.pool.query('SELECT recipient, subject, text FROM mail_outbox ORDER BY id')).rows as {
    recipient: string;
    subject: string;
    text: string;
  }[];

/** What the access log shows this administrator of requested pages. */
const trace = async (email: string, language = 'en') =>
  (
    await (
      await app.signIn(email)
    ).call('GET', '/session-log?event=page-asked', {
      headers: { 'accept-language': language },
    })
  ).body.data;

test('who can change what a person may do are the administrators of the company and its providers', async () => {
  const { data } = (await viewer.call('GET', '/permissions/approvers')).body;
  expect(data.people).toEqual([{ id: expect.any(Number), name: 'Mariam Al Suwaidi', email: 'customer@rasid.test' }]);
  expect(data.providers).toEqual([expect.stringContaining('Najm')]);
  const admin = await app.signIn('customer@rasid.test');
  expect((await admin.call('GET', '/permissions/approvers')).body.data.people).toEqual([]);
});

test('the administrators are asked by mail, once a day for each page', async () => {
  expect((await ask(viewer)).body.data).toEqual({ recipients: 1 });
  expect(await mails()).toMatchObject([
    { recipient: 'customer@rasid.test', subject: 'Layla Nasser asks to open “Sample: New group”' },
  ]);
  expect((await mails())[0]?.text).toContain('http://localhost/Sample/groups/create');
  expect((await ask(viewer)).body.word).toBe('already-asked');
  expect((await ask(viewer, { page: 'groups/add-user' })).status).toBe(200);
  await app.kit.pool.query("UPDATE access_question SET asked_at = now() - interval '25 hours'");
  expect((await ask(viewer)).status).toBe(200);
  expect(await mails()).toHaveLength(3);
});

test('an inquiry that was not refused is in the access log for the company’s administrators', async () => {
  const lines = await trace('customer@rasid.test');
  expect(lines.map((line: { about: { page: string } }) => line.about.page)).toEqual([
    'Sample: New group',
    'Sample: Add members',
    'Sample: New group',
  ]);
  expect(lines[0]).toMatchObject({
    email: 'viewer@rasid.test',
    user: { firstName: 'Layla' },
    about: { company: null },
  });
  expect((await trace('customer@rasid.test', 'ar'))[0].about.page).not.toContain('New group');
  expect(await trace('other@rasid.test')).toEqual([]);
});

test('a person who acts for a client asks their own company', async () => {
  await app.kit.pool.query(
    "INSERT INTO users (email, password_hash, first_name, last_name, role, company_id) SELECT 'second@rasid.test', '-', 'Second', 'Admin', 'Admin', company_id FROM users WHERE email = 'integrator@rasid.test'",
  );
  const integrator = await app.signIn('integrator@rasid.test');
  const client = (await viewer.call('GET', '/session')).body.data.user.company.id;
  const headers = { 'customer-id': String(client) };
  expect((await integrator.call('POST', '/permissions/ask', { body: page, headers })).body.data).toEqual({
    recipients: 1,
  });
  expect((await mails()).map((mail) => mail.recipient)).toEqual(['second@rasid.test']);
  // The log of the person's own company names the person whom the page was opened for.
  expect((await trace('integrator@rasid.test'))[0]).toMatchObject({
    email: 'integrator@rasid.test',
    about: { page: 'Sample: New group', company: 'Reem Residences' },
  });
});

test('a question about an unknown page or a foreign address, or without anybody to ask, is refused', async () => {
  expect((await ask(viewer, { page: 'secret' })).status).toBe(404);
  for (const address of ['https://evil.test/', '/\nPay at evil.test'])
    expect((await ask(viewer, { address })).body.errors).toEqual([{ param: 'address', msg: 'invalid' }]);
  expect((await ask(await app.signIn('customer@rasid.test'))).body.word).toBe('nobody-to-ask');
  expect((await ask(await app.signIn('super@rasid.test'))).body.word).toBe('nobody-to-ask');
  expect(await mails()).toEqual([]);
});
