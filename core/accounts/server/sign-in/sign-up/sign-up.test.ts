import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

const post = (path: string, body: object = {}) => app.anonymous.call('POST', path, { body });
const lastMail = async (email: string) =>
  (
    await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1', [
      email,
    ])
  ).rows[0] as { subject: string; text: string } | undefined;
const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const draft = (email: string, more: object = {}) => ({
  companyName: 'Palm Towers',
  firstName: 'Sara',
  lastName: 'Ali',
  email,
  password: 'Palm trees 2026',
  locale: 'en',
  ...more,
});
const login = (email: string, password: string) => post('/auth/login', { email, password });

describe('sign-up', () => {
  test('creates a customer with its administrator, who signs in after confirming the address', async () => {
    expect((await post('/company/customer/signup', draft('sara@palm.test'))).status).toBe(200);
    expect((await login('sara@palm.test', 'Palm trees 2026')).body.word).toBe('account-inactive');
    const mail = await lastMail('sara@palm.test');
    expect((await post(`/auth/verify-account/${tokenIn(mail?.text ?? '')}`)).status).toBe(200);
    const { body } = await login('sara@palm.test', 'Palm trees 2026');
    expect(body.data.user).toMatchObject({
      isAdmin: true,
      role: 'Admin',
      company: { name: 'Palm Towers', type: 'Customer' },
    });
  });

  test('mails in the language of the person', async () => {
    await post('/company/customer/signup', draft('huda@palm.test', { locale: 'ar' }));
    expect((await lastMail('huda@palm.test'))?.subject).toBe('تأكيد بريدك الإلكتروني');
  });

  test('omits an unknown time zone, which some browsers report', async () => {
    await post('/company/customer/signup', draft('mars@palm.test', { companyName: 'Mars', timeZone: 'Mars/Base' }));
    await post('/company/customer/signup', draft('cairo@palm.test', { companyName: 'Nile', timeZone: 'Africa/Cairo' }));
    const found = await app.kit.pool.query(
      "SELECT time_zone FROM company WHERE name IN ('Mars', 'Nile') ORDER BY name",
    );
    expect(found.rows).toEqual([{ time_zone: 'Asia/Dubai' }, { time_zone: 'Africa/Cairo' }]);
  });

  test.each([
    ['before', 'first@victim.test'],
    ['after', 'second@victim.test'],
  ])(
    'of somebody else with the same address, %s, changes nothing of the account whose link is followed',
    async (when, email) => {
      const stranger = () =>
        post(
          '/company/customer/signup',
          draft(email, { companyName: 'Strangers Co', password: 'Stranger days 2026', firstName: 'Eve' }),
        );
      if (when === 'before') await stranger();
      await post(
        '/company/customer/signup',
        draft(email, { companyName: 'Victims Co', password: 'Victim words 2026' }),
      );
      const link = tokenIn((await lastMail(email))?.text ?? '');
      if (when === 'after') await stranger();
      const other = tokenIn((await lastMail(email))?.text ?? '');
      expect((await post(`/auth/verify-account/${link}`)).status).toBe(200);
      if (when === 'after') expect((await post(`/auth/verify-account/${other}`)).status).toBe(410);
      expect((await login(email, 'Stranger days 2026')).status).toBe(401);
      const { body } = await login(email, 'Victim words 2026');
      expect(body.data.user).toMatchObject({ firstName: 'Sara', company: { name: 'Victims Co' } });
    },
  );

  test('that was not confirmed in time frees the address for an invitation', async () => {
    const admin = await app.signIn('other@rasid.test');
    const { company } = (await admin.call('GET', '/session')).body.data;
    const invite = () =>
      admin.call('POST', `/company/${company.id}/user`, {
        body: { email: 'taken@palm.test', firstName: 'A', lastName: 'B', role: 'Viewer' },
      });
    await post('/company/customer/signup', draft('taken@palm.test'));
    expect((await invite()).body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
    await app.kit.pool.query('UPDATE sign_up SET expires_at = now()');
    expect((await invite()).status).toBe(201);
    // The invitation is answered by nobody either.
    await app.kit.pool.query("UPDATE account_token SET expires_at = now() WHERE purpose = 'invite'");
    await post('/company/customer/signup', draft('taken@palm.test'));
    expect((await lastMail('taken@palm.test'))?.subject).toBe('Confirm your email address');
  });

  test('with a known address gets the same reply, and only the owner of the mailbox is informed', async () => {
    const reply = await post('/company/customer/signup', draft('Customer@Rasid.test'));
    expect([reply.status, reply.body]).toEqual([200, { data: null }]);
    expect((await lastMail('customer@rasid.test'))?.subject).toBe('You already have an account');
    const found = await app.kit.pool.query(
      "SELECT count(*)::integer AS n FROM users WHERE lower(email) = 'customer@rasid.test'",
    );
    expect(found.rows[0].n).toBe(1);
  });

  test('reports every invalid field', async () => {
    const reply = await post('/company/customer/signup', {
      ...draft('no'),
      companyName: ' ',
      password: 'short',
      phone: 'abc',
    });
    expect(reply.status).toBe(418);
    expect(reply.body.errors).toEqual(
      expect.arrayContaining([
        { param: 'companyName', msg: 'Required' },
        { param: 'email', msg: 'invalidEmail' },
        { param: 'password', msg: 'passwordValidation' },
        { param: 'phone', msg: 'phone' },
      ]),
    );
  });

  test('tokens of mailed links are sent in the body, where no proxy logs them, and in the path by older clients', async () => {
    await post('/company/customer/signup', draft('hala@palm.test'));
    const token = tokenIn((await lastMail('hala@palm.test'))?.text ?? '');
    expect((await post('/auth/verify-account', { token })).body.data).toEqual({ email: 'hala@palm.test' });
    expect((await post('/auth/verify-account', { token })).status).toBe(410);
    await post('/auth/reset-password', { email: 'hala@palm.test' });
    const reset = tokenIn((await lastMail('hala@palm.test'))?.text ?? '');
    expect((await post('/auth/set-password', { token: reset, password: 'Chosen words 2027' })).status).toBe(200);
    expect((await login('hala@palm.test', 'Chosen words 2027')).status).toBe(200);
  });

  test('a link that was sent again lets the reader of the mailbox choose the password, and works once', async () => {
    await post('/company/customer/signup', draft('nadia@palm.test'));
    const first = tokenIn((await lastMail('nadia@palm.test'))?.text ?? '');
    await post('/auth/resend-activation-email', { email: 'nadia@palm.test' });
    const second = tokenIn((await lastMail('nadia@palm.test'))?.text ?? '');
    expect((await post(`/auth/set-password/${second}`, { password: 'Chosen words 2027' })).status).toBe(200);
    expect((await post(`/auth/verify-account/${first}`)).body.word).toBe('link-expired');
    expect((await login('nadia@palm.test', 'Palm trees 2026')).status).toBe(401);
    expect((await login('nadia@palm.test', 'Chosen words 2027')).status).toBe(200);
    const confirmed = await app.kit.pool.query(
      "SELECT l.user_id = u.id AS own FROM change_log l JOIN users u ON u.email = 'nadia@palm.test' WHERE l.table_name = 'users' AND l.row_id = u.id::text ORDER BY l.id DESC LIMIT 1",
    );
    expect(confirmed.rows).toEqual([{ own: true }]);
    expect((await post(`/auth/set-password/${second}`, { password: 'Other words 2027' })).status).toBe(410);
  });

  test('a resent activation does not reactivate a deactivated person', async () => {
    await app.kit.pool.query("UPDATE users SET status = 'inactive' WHERE email = 'wadi@rasid.test'");
    await post('/auth/resend-activation-email', { email: 'wadi@rasid.test' });
    expect(await lastMail('wadi@rasid.test')).toBeUndefined();
  });
});

describe('a forgotten password', () => {
  test('is reset with the mailed link, which ends all sessions and works once', async () => {
    const person = await app.signIn('operator@rasid.test');
    expect((await post('/auth/reset-password', { email: 'operator@rasid.test' })).status).toBe(200);
    const token = tokenIn((await lastMail('operator@rasid.test'))?.text ?? '');
    expect((await post(`/auth/set-password/${token}`, { password: 'weak' })).status).toBe(418);
    expect((await post(`/auth/set-password/${token}`, { password: 'Fresh words 2027' })).status).toBe(200);
    expect((await person.call('GET', '/session')).status).toBe(401);
    expect((await login('operator@rasid.test', demoPassword)).status).toBe(401);
    expect((await login('operator@rasid.test', 'Fresh words 2027')).status).toBe(200);
    expect((await post(`/auth/set-password/${token}`, { password: 'Other words 2027' })).status).toBe(410);
  });

  test('for an unknown address gets the same reply, and no mail is sent', async () => {
    expect((await post('/auth/reset-password', { email: 'nobody@nowhere.test' })).status).toBe(200);
    expect(await lastMail('nobody@nowhere.test')).toBeUndefined();
  });

  test('an expired link is refused', async () => {
    await post('/auth/reset-password', { email: 'other@rasid.test' });
    await app.kit.pool.query('UPDATE account_token SET expires_at = now()');
    const token = tokenIn((await lastMail('other@rasid.test'))?.text ?? '');
    expect((await post(`/auth/set-password/${token}`, { password: 'Fresh words 2027' })).body.word).toBe(
      'link-expired',
    );
  });

  test('an administrator can have a link mailed to their own people, not to others', async () => {
    const admin = await app.signIn('customer@rasid.test');
    const ids = (
      await app.kit.pool.query(
        "SELECT email, id FROM users WHERE email IN ('viewer@rasid.test', 'newcomer@rasid.test')",
      )
    ).rows;
    const id = (email: string) => ids.find((row) => row.email === email).id;
    expect((await admin.call('POST', `/user/${id('viewer@rasid.test')}/reset-password`)).status).toBe(200);
    expect((await lastMail('viewer@rasid.test'))?.subject).toBe('Set a new password');
    expect((await admin.call('POST', `/user/${id('newcomer@rasid.test')}/reset-password`)).status).toBe(404);
  });
});
