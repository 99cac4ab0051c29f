import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chosenPassword, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let admin: TestPerson;
beforeAll(async () => {
  app = await rasid();
  admin = await app.signIn('super@rasid.test');
});
afterAll(() => app.close());

const refused = (reply: { status: number; body: { word?: string } }) => [reply.status, reply.body.word];
const draft = { firstName: 'Layla', lastName: 'Saif', adminType: 'Financial Admin' };
const lastMail = async (recipient: string) => {
  const { rows } = await app.kit.pool.query(
    'SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id DESC LIMIT 1',
    [recipient],
  );
  return rows[0] as { subject: string; text: string } | undefined;
};
const tokenIn = (text = '') => /token=([\w-]+)/.exec(text)?.[1] ?? '';
const setPassword = async (email: string) =>
  app.anonymous.call('POST', `/auth/set-password/${tokenIn((await lastMail(email))?.text)}`, {
    body: { password: chosenPassword },
  });
const invited = async (email: string, more: object = {}) => {
  const reply = await admin.call('POST', '/platform/user', { body: { ...draft, ...more, email } });
  expect(reply.status).toBe(201);
  return reply.body.data.id as number;
};

describe('an administrator of the platform', () => {
  test('is invited by a Super Admin and signs in after setting a password', async () => {
    await invited('layla@rasid.test');
    expect((await setPassword('layla@rasid.test')).status).toBe(200);
    const layla = await app.signIn('layla@rasid.test', chosenPassword);
    const { user } = (await layla.call('GET', '/session')).body.data.session;
    expect(user).toMatchObject({ adminType: 'Financial Admin', companyId: null });
    const { data } = (await admin.call('GET', '/platform/user?search=layla')).body;
    expect(data).toMatchObject([{ email: 'layla@rasid.test', status: 'active', invited: false }]);
  });

  test('is listed, invited and changed only by a Super Admin', async () => {
    const id = await invited('hessa@rasid.test');
    for (const name of ['finance', 'customer', 'integrator']) {
      const person = await app.signIn(`${name}@rasid.test`);
      expect((await person.call('GET', '/platform/user')).status).toBe(403);
      expect((await person.call('POST', '/platform/user', { body: { ...draft, email: 'x@y.test' } })).status).toBe(403);
      expect((await person.call('PATCH', `/platform/user/${id}`, { body: { status: 'inactive' } })).status).toBe(403);
    }
  });

  test('is deactivated, which ends the sessions, and activated again', async () => {
    const id = await invited('omar@rasid.test');
    await setPassword('omar@rasid.test');
    const omar = await app.signIn('omar@rasid.test', chosenPassword);
    await admin.call('PATCH', `/platform/user/${id}`, { body: { status: 'inactive' } });
    expect((await omar.call('GET', '/session')).status).toBe(401);
    await admin.call('PATCH', `/platform/user/${id}`, { body: { status: 'active' } });
    expect((await app.signIn('omar@rasid.test', chosenPassword)).token).not.toBe('');
  });

  test('cannot deactivate or demote themselves, so that a Super Admin always remains', async () => {
    const self = (await admin.call('GET', '/session')).body.data.user.id;
    const change = (body: object) => admin.call('PATCH', `/platform/user/${self}`, { body });
    expect(refused(await change({ status: 'inactive' }))).toEqual([409, 'not-yourself']);
    expect(refused(await change({ adminType: 'Financial Admin' }))).toEqual([409, 'not-yourself']);
    expect((await change({ lastName: 'Administrator' })).status).toBe(200);
  });

  test('is saved as a whole: with an address that is taken nothing changes', async () => {
    const id = await invited('whole@rasid.test');
    const save = (body: object) => admin.call('PATCH', `/platform/user/${id}`, { body });
    const taken = await save({ firstName: 'Lina', adminType: 'Super Admin', email: 'customer@rasid.test' });
    expect(taken.body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
    const [before] = (await admin.call('GET', '/platform/user?search=whole')).body.data;
    expect(before).toMatchObject({ firstName: 'Layla', adminType: 'Financial Admin' });
    expect((await save({ firstName: 'Lina', email: 'lina@rasid.test' })).body.data).toMatchObject({
      firstName: 'Lina',
      email: 'lina@rasid.test',
    });
    expect((await lastMail('lina@rasid.test'))?.text).toContain('Lina');
  });

  test('does not belong to a company', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const { id } = (await customer.call('GET', '/session')).body.data.user;
    expect(refused(await admin.call('PATCH', `/platform/user/${id}`, { body: { status: 'inactive' } }))).toEqual([
      404,
      'not-found',
    ]);
  });
});

describe('changes of administrators of the platform', () => {
  test('are in the history of each, for Super Admins', async () => {
    const id = await invited('told@rasid.test');
    await admin.call('PATCH', `/platform/user/${id}`, { body: { adminType: 'Super Admin', lastName: 'Salem' } });
    const { data, totalRecords } = (await admin.call('GET', `/platform/user/${id}/history`)).body;
    expect(totalRecords).toBe(2);
    expect(data[0]).toMatchObject({ action: 'update', person: { name: 'Salma Administrator' } });
    expect(data[0].changes).toEqual([
      { field: 'lastName', before: 'Saif', after: 'Salem' },
      { field: 'adminType', before: 'Financial Admin', after: 'Super Admin' },
    ]);
    const finance = await app.signIn('finance@rasid.test');
    expect((await finance.call('GET', `/platform/user/${id}/history`)).status).toBe(403);
  });

  test('are in one list, without the staff of companies and without secrets', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const { company, user } = (await customer.call('GET', '/session')).body.data;
    await customer.call('PATCH', `/company/${company.id}/user/${user.id}`, { body: { lastName: 'Suwaidi' } });
    const { data } = (await admin.call('GET', '/platform/change-log?action=update&limit=50')).body;
    const names = data.map((line: { record: { kind: string; name: string } }) => line.record.name);
    expect(names).toContain('Layla Salem');
    expect(names).not.toContain('Mariam Suwaidi');
    expect(JSON.stringify(data)).not.toMatch(/argon2|passwordHash/);
    for (const name of ['finance', 'customer', 'integrator'])
      expect((await (await app.signIn(`${name}@rasid.test`)).call('GET', '/platform/change-log')).status).toBe(403);
  });
});

describe('an invitation to a mistyped address', () => {
  test('goes to the right one, and the link that was sent before no longer works', async () => {
    const id = await invited('mistypd@rasid.test');
    const old = tokenIn((await lastMail('mistypd@rasid.test'))?.text);
    const corrected = await admin.call('PUT', `/platform/user/${id}/email`, { body: { email: 'mistyped@rasid.test' } });
    expect(corrected.body.data).toMatchObject({ email: 'mistyped@rasid.test', invited: true });
    const first = await app.anonymous.call('POST', `/auth/set-password/${old}`, { body: { password: chosenPassword } });
    expect(refused(first)).toEqual([410, 'link-expired']);
    expect((await setPassword('mistyped@rasid.test')).status).toBe(200);
    expect(refused(await admin.call('PUT', `/platform/user/${id}/email`, { body: { email: 'a@b.test' } }))).toEqual([
      409,
      'has-accepted',
    ]);
  });

  test('can also be corrected by the company’s administrator, but not to an address that is taken', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const company = (await customer.call('GET', '/session')).body.data.company.id;
    const person = (
      await customer.call('POST', `/company/${company}/user`, {
        body: { email: 'noor@wrong.test', firstName: 'Noor', lastName: 'Ali', role: 'Viewer' },
      })
    ).body.data;
    const correct = (email: string) =>
      customer.call('PUT', `/company/${company}/user/${person.id}/email`, { body: { email } });
    expect((await correct('Other@rasid.test')).body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
    expect((await correct('noor@right.test')).body.data.email).toBe('noor@right.test');
    expect((await lastMail('noor@right.test'))?.text).toContain('reset-password#token=');
  });
});

describe('one’s own email address', () => {
  const change = async (who: TestPerson, body: object) => {
    const { id } = (await who.call('GET', '/session')).body.data.user;
    return who.call('POST', `/user/${id}/change-email`, { body: { currentPassword: 'Rasid@2026', ...body } });
  };

  test('changes when the link that went to the new one is followed; the old one is notified', async () => {
    const fmc = await app.signIn('fmc@rasid.test');
    expect((await change(fmc, { email: 'fmc@new.test' })).status).toBe(200);
    expect((await fmc.call('GET', '/session')).body.data.user.email).toBe('fmc@rasid.test');
    const link = `/auth/verify-account/${tokenIn((await lastMail('fmc@new.test'))?.text)}`;
    expect((await app.anonymous.call('POST', link)).status).toBeLessThan(300);
    expect((await app.signIn('fmc@new.test')).token).not.toBe('');
    expect((await lastMail('fmc@rasid.test'))?.text).not.toContain('fmc@new.test');
    expect(refused(await app.anonymous.call('POST', link))).toEqual([410, 'link-expired']);
    const { data } = (await fmc.call('GET', '/session-log?event=email-changed')).body;
    expect(data).toMatchObject([{ email: 'fmc@new.test' }]);
  });

  test('needs the password, and an address that is free', async () => {
    const other = await app.signIn('other@rasid.test');
    expect((await change(other, { email: 'o@new.test', currentPassword: 'wrong' })).body.errors).toEqual([
      { param: 'currentPassword', msg: 'wrongPassword' },
    ]);
    expect((await change(other, { email: 'Customer@rasid.test' })).body.errors).toEqual([
      { param: 'email', msg: 'emailTaken' },
    ]);
    expect((await change(other, { email: 'other@rasid.test' })).body.errors).toEqual([
      { param: 'email', msg: 'sameEmail' },
    ]);
  });
});

describe('a lost second factor', () => {
  const lose = async (email: string) => {
    const { rows } = await app.kit.pool.query('SELECT id FROM users WHERE email = $1', [email]);
    await app.kit.pool.query(
      "INSERT INTO second_factor (user_id, sealed, enabled) VALUES ($1, 'sealed', true) ON CONFLICT (user_id) DO UPDATE SET enabled = true",
      [rows[0].id],
    );
    return rows[0].id as number;
  };
  const signIn = (email: string) =>
    app.anonymous.call('POST', '/auth/login', { body: { email, password: 'Rasid@2026' } });
  const reset = (who: TestPerson, id: number) => who.call('POST', `/user/${id}/reset-second-factor`);

  test('is reset by the company’s administrator, which is logged and mailed; then the password is enough', async () => {
    const customer = await app.signIn('customer@rasid.test');
    const viewer = await app.signIn('viewer@rasid.test');
    const id = await lose('viewer@rasid.test');
    expect(refused(await signIn('viewer@rasid.test'))).toEqual([401, 'tfa-required']);
    expect((await reset(customer, id)).status).toBeLessThan(300);
    expect((await viewer.call('GET', '/session')).status).toBe(401);
    expect((await signIn('viewer@rasid.test')).status).toBe(200);
    expect((await lastMail('viewer@rasid.test'))?.text).toMatch(/two-step|بخطوتين/);
    const { data } = (await customer.call('GET', '/session-log?event=tfa-reset')).body;
    expect(data).toMatchObject([{ user: { id }, email: 'customer@rasid.test' }]);
    expect(refused(await reset(customer, id))).toEqual([409, 'no-second-factor']);
  });

  test('cannot be reset by the person, a viewer, another company or the provider', async () => {
    const own = await lose('operator@rasid.test');
    const [viewer, other, integrator] = await Promise.all(
      ['viewer', 'other', 'integrator'].map((name) => app.signIn(`${name}@rasid.test`)),
    );
    expect((await reset(viewer as TestPerson, own)).status).toBe(403);
    expect(refused(await reset(other as TestPerson, own))).toEqual([404, 'not-found']);
    expect(refused(await reset(integrator as TestPerson, own))).toEqual([404, 'not-found']);
    const self = (await admin.call('GET', '/session')).body.data.user.id;
    expect(refused(await reset(admin, self))).toEqual([409, 'not-yourself']);
    expect((await reset(admin, own)).status).toBeLessThan(300);
  });
});
