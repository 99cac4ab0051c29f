import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const post = (path: string, body: object = {}) => app.anonymous.call('POST', path, { body });
const login = (email: string, password: string) => post('/auth/login', { email, password });
const lastMail = async (email: string) =>
  (
    await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
      email,
    ])
  ).rows[0] as { subject: string; text: string };
const linkIn = async (email: string) => /(?:token|undo)=([\w-]+)/.exec((await lastMail(email)).text)?.[1] as string;
const idOf = async (person: TestPerson) => (await person.call('GET', '/session')).body.data.user.id;
const change = async (person: TestPerson, email: string) =>
  person.call('POST', `/user/${await idOf(person)}/change-email`, { body: { email, currentPassword: demoPassword } });

test('resetting the password cancels a pending change of address', async () => {
  const thief = await app.signIn('customer@rasid.test');
  expect((await change(thief, 'thief@evil.test')).status).toBe(200);
  const stolen = await linkIn('thief@evil.test');
  await post('/auth/reset-password', { email: 'customer@rasid.test' });
  const reset = await linkIn('customer@rasid.test');
  expect((await post(`/auth/set-password/${reset}`, { password: 'Mine alone 2027' })).status).toBe(200);
  expect((await post(`/auth/verify-account/${stolen}`)).status).toBe(410);
  expect((await login('customer@rasid.test', 'Mine alone 2027')).status).toBe(200);
});

test('changing the password invalidates pending links', async () => {
  const person = await app.signIn('viewer@rasid.test');
  await post('/auth/reset-password', { email: 'viewer@rasid.test' });
  const reset = await linkIn('viewer@rasid.test');
  await change(person, 'viewer2@rasid.test');
  const link = await linkIn('viewer2@rasid.test');
  const body = { currentPassword: demoPassword, password: 'Mine alone 2027' };
  expect((await person.call('PATCH', `/user/${await idOf(person)}/change-password`, { body })).status).toBe(200);
  expect((await post(`/auth/set-password/${reset}`, { password: 'Other words 2027' })).status).toBe(410);
  expect((await post(`/auth/verify-account/${link}`)).status).toBe(410);
});

test('the old address is notified at once and can stop the change', async () => {
  const thief = await app.signIn('other@rasid.test');
  await change(thief, 'thief2@evil.test');
  expect((await lastMail('other@rasid.test')).subject).toBe('Your email address is about to change');
  const [link, undo] = [await linkIn('thief2@evil.test'), await linkIn('other@rasid.test')];
  expect((await post('/auth/undo-email-change', { token: undo })).status).toBe(200);
  expect((await post(`/auth/verify-account/${link}`)).status).toBe(410);
  expect((await thief.call('GET', '/session')).status).toBe(401);
  expect((await login('other@rasid.test', demoPassword)).status).toBe(401);
  const token = await linkIn('other@rasid.test');
  expect((await post(`/auth/set-password/${token}`, { password: 'Mine alone 2027' })).status).toBe(200);
  expect((await login('other@rasid.test', 'Mine alone 2027')).status).toBe(200);
  expect((await post('/auth/undo-email-change', { token: undo })).status).toBe(410);
});

test('the old address gets the account back after the change, even after another one', async () => {
  const thief = await app.signIn('fmc@rasid.test');
  await change(thief, 'thief3@evil.test');
  const undo = await linkIn('fmc@rasid.test');
  expect((await post(`/auth/verify-account/${await linkIn('thief3@evil.test')}`)).status).toBe(200);
  await change(thief, 'thief4@evil.test');
  expect((await post(`/auth/verify-account/${await linkIn('thief4@evil.test')}`)).status).toBe(200);
  // Nobody takes the address meanwhile.
  const admin = await app.signIn('integrator@rasid.test');
  const { company } = (await admin.call('GET', '/session')).body.data;
  const invited = await admin.call('POST', `/company/${company.id}/user`, {
    body: { email: 'FMC@rasid.test', firstName: 'A', lastName: 'B', role: 'Viewer' },
  });
  expect(invited.body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
  expect((await post('/auth/undo-email-change', { token: undo })).status).toBe(200);
  expect((await thief.call('GET', '/session')).status).toBe(401);
  const token = await linkIn('fmc@rasid.test');
  await post(`/auth/set-password/${token}`, { password: 'Mine alone 2027' });
  expect((await login('fmc@rasid.test', 'Mine alone 2027')).status).toBe(200);
  const log = await (await app.signIn('super@rasid.test')).call('GET', '/session-log?event=email-undone');
  expect(log.body.data[0]).toMatchObject({ email: 'fmc@rasid.test', user: { firstName: 'Dana' } });
});

test('a link to confirm an address is invalidated by any change of the account’s state', async () => {
  const email = 'late@palm.test';
  await post('/company/customer/signup', {
    companyName: 'Late',
    firstName: 'Sara',
    lastName: 'Ali',
    email,
    password: 'Palm trees 2026',
  });
  const { rows } = await app.kit.pool.query('SELECT id, company_id FROM users WHERE email = $1', [email]);
  const admin = await app.signIn('super@rasid.test');
  const path = `/company/${rows[0].company_id}/user/${rows[0].id}`;
  expect((await admin.call('PATCH', path, { body: { status: 'active' } })).status).toBe(200);
  await app.kit.pool.query("UPDATE users SET status = 'inactive' WHERE email = $1", [email]);
  const before = await lastMail(email);
  expect((await post(`/auth/verify-account/${await linkIn(email)}`)).status).toBe(410);
  await post('/auth/resend-activation-email', { email });
  expect(await lastMail(email)).toEqual(before);
  expect((await login(email, 'Palm trees 2026')).body.word).toBe('account-inactive');
});

test('asking for a new password takes as long for an address that nobody has', async () => {
  const time = async (email: string) => {
    const began = performance.now();
    expect((await post('/auth/reset-password', { email })).status).toBe(200);
    return performance.now() - began;
  };
  for (const email of ['super@rasid.test', 'nobody@rasid.test']) expect(await time(email)).toBeGreaterThanOrEqual(145);
});
