import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoPassword, personOn, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let me: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  me = (await customer.call('GET', '/session')).body.data.user.id;
});
afterAll(() => app.close());

const totp = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 });
const login = (code?: string) =>
  app.anonymous.call('POST', '/auth/login', {
    body: { email: 'customer@rasid.test', password: demoPassword, ...(code ? { code } : {}) },
  });
const tfa = (body: object) =>
  customer.call('PATCH', '/user/tfa-switch', { body: { currentPassword: demoPassword, ...body } });

test('two-factor sign-in is switched on with a code, required at sign-in, accepts each code once and a recovery code, and is switched off', async () => {
  const begun = await tfa({ enable: true });
  const { secret, address } = begun.body.data;
  expect(address).toContain('otpauth://totp/Rasid');
  expect((await login()).status).toBe(200);
  expect((await tfa({ enable: true, code: '000000' })).body.word).toBe('wrong-code');
  const code = totp(secret).generate();
  const on = await tfa({ enable: true, code });
  expect(on.body.data.recoveryCodes).toHaveLength(10);

  expect((await login()).body.word).toBe('tfa-required');
  expect((await login(code)).body.word).toBe('wrong-code');
  const next = totp(secret).generate({ timestamp: Date.now() + 30_000 });
  expect((await login(next)).status).toBe(200);
  const [recovery] = on.body.data.recoveryCodes;
  expect((await login(recovery)).status).toBe(200);
  expect((await login(recovery)).body.word).toBe('wrong-code');
  expect((await customer.call('GET', '/user/tfa')).body.data).toEqual({ enabled: true, recoveryCodesLeft: 9 });
  expect((await tfa({ enable: false, code: on.body.data.recoveryCodes[1] })).body.data.enabled).toBe(false);
  expect((await login()).status).toBe(200);
});

test('the secret of the second factor is sealed in the database', async () => {
  const { secret } = (await tfa({ enable: true })).body.data;
  const found = await app.kit.pool.query("SELECT encode(sealed, 'escape') AS text FROM second_factor");
  expect(found.rows[0].text).not.toContain(secret);
});

describe('phone verification', () => {
  const code = async () =>
    /\d{6}/.exec(
      (await app.kit.pool.query('SELECT text FROM sms_outbox ORDER BY id DESC LIMIT 1')).rows[0].text,
    )?.[0] ?? '';
  const send = () => customer.call('POST', `/user/${me}/resend-phone-verification`);
  const verify = (given: string) => customer.call('POST', `/user/${me}/verify-phone`, { body: { code: given } });

  test('a code can be tried five times at most', async () => {
    await send();
    const right = await code();
    const wrong = right === '111111' ? '222222' : '111111';
    for (let tries = 0; tries < 5; tries++) expect((await verify(wrong)).body.word).toBe('wrong-phone-code');
    expect((await verify(right)).body.word).toBe('code-expired');
  });

  test('the right code verifies the number, until it changes', async () => {
    await send();
    expect((await verify(await code())).status).toBe(200);
    expect((await customer.call('GET', `/user/${me}/info`)).body.data.phoneVerified).toBe(true);
    expect((await send()).body.word).toBe('phone-already-verified');
    await customer.call('PATCH', `/user/${me}/update`, {
      body: { phone: '+971 50 555 0199', currentPassword: demoPassword },
    });
    expect((await customer.call('GET', `/user/${me}/info`)).body.data.phoneVerified).toBe(false);
  });

  test('a code confirms only the number that it was sent to', async () => {
    const change = (phone: string) =>
      customer.call('PATCH', `/user/${me}/update`, { body: { phone, currentPassword: demoPassword } });
    await change('+971 50 555 0144');
    await send();
    const sent = await code();
    await change('+971 50 555 0155');
    expect((await verify(sent)).body.word).toBe('wrong-phone-code');
    expect((await customer.call('GET', `/user/${me}/info`)).body.data.phoneVerified).toBe(false);
  });

  test('validate-phone returns the international form', async () => {
    const reply = await customer.call('POST', '/user/validate-phone', {
      body: { phone: '050 123 4567', country: 'AE' },
    });
    expect(reply.body.data).toEqual({ valid: true, international: '+971 50 123 4567' });
    expect(
      (await customer.call('POST', '/user/validate-phone', { body: { phone: '12', country: 'AE' } })).body.errors,
    ).toEqual([{ param: 'phone', msg: 'phone' }]);
  });
});

describe('own sessions', () => {
  test('are listed with the current one marked, and another one can be ended', async () => {
    const elsewhere = await app.signIn('customer@rasid.test');
    const { data } = (await customer.call('GET', '/user/session')).body;
    expect(data.filter((one: { current: boolean }) => one.current)).toHaveLength(1);
    const other = (await elsewhere.call('GET', '/user/session')).body.data.find(
      (one: { current: boolean }) => one.current,
    );
    expect((await customer.call('DELETE', `/user/session/${other.id}`)).status).toBe(204);
    expect((await elsewhere.call('GET', '/session')).status).toBe(401);
  });

  test('of another person cannot be ended', async () => {
    const stranger = await app.signIn('other@rasid.test');
    const mine = (await customer.call('GET', '/user/session')).body.data[0];
    expect((await stranger.call('DELETE', `/user/session/${mine.id}`)).status).toBe(404);
  });
});

describe('log in as company owner', () => {
  const loginAs = (person: TestPerson, companyId: number) =>
    person.call('POST', '/user/login-as-company-owner', { body: { companyId } });
  const company = async (name: string) =>
    (await app.kit.pool.query('SELECT company_id FROM users WHERE email = $1', [`${name}@rasid.test`])).rows[0]
      .company_id as number;

  const opened = async (name: string) =>
    personOn(
      app.http,
      (await loginAs(await app.signIn(`${name}@rasid.test`), await company('customer'))).body.data.token,
    );

  test('a Super Admin gets a second session as the owner, and the company’s log names who it was', async () => {
    const reply = await loginAs(await app.signIn('super@rasid.test'), await company('customer'));
    expect(reply.body.data.user.email).toBe('customer@rasid.test');
    const asOwner = personOn(app.http, reply.body.data.token);
    expect((await asOwner.call('GET', '/session')).body.data.user.email).toBe('customer@rasid.test');
    const log = (await customer.call('GET', '/session-log')).body.data[0];
    expect(log).toMatchObject({ event: 'login-as-owner', email: 'super@rasid.test' });
  });

  test('actions there are logged with the person and the impersonated owner', async () => {
    const as = { impersonatedBy: 'Salma Haddad' };
    const owner = await opened('super');
    const own = (await owner.call('GET', '/session')).body.data;
    expect(own.asOwner).toBe(true);
    expect((await customer.call('GET', '/session')).body.data.asOwner).toBe(false);
    const path = `/company/${await company('customer')}`;
    await owner.call('PATCH', path, { body: { timeZone: 'Asia/Riyadh' } });
    const [line] = (await customer.call('GET', `${path}/history`)).body.data;
    expect(line).toMatchObject({ person: { id: me }, impersonatedBy: { name: 'Salma Haddad', company: null } });
    await customer.call('PATCH', path, { body: { timeZone: 'Asia/Dubai' } });
    expect((await customer.call('GET', `${path}/history`)).body.data[0].impersonatedBy).toBeNull();

    const { id } = (await owner.call('GET', '/sample/device?limit=1')).body.data[0];
    await owner.call('PATCH', `/sample/device/${id}`, { body: { name: 'Renamed' } });
    expect((await customer.call('GET', `/sample/device/${id}/log`)).body.data[0]).toMatchObject(as);
    const sent = await owner.call('POST', `/sample/device/${id}/command`, { body: { method: 'ping' } });
    expect(sent.body.data).toMatchObject(as);

    const { rows } = await app.kit.pool.query(
      `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at)
       SELECT company_id, app, 'operational', 'tried', 'poor', id, solution_id, structure_id, now(), now() FROM device WHERE id = $1 RETURNING id`,
      [id],
    );
    const acknowledged = await owner.call('POST', `/sample/alarm/operational/${rows[0].id}/acknowledge`, { body: {} });
    expect(acknowledged.body.data.events.at(-1)).toMatchObject({ actor: { id: me }, ...as });
    await owner.call('POST', '/user/logout');
    expect((await customer.call('GET', '/session-log')).body.data[0]).toMatchObject({ event: 'logout', ...as });
  });

  test('the owner sees that session among their own, and can end it', async () => {
    const owner = await opened('integrator');
    const { data } = (await customer.call('GET', '/user/session')).body;
    const theirs = data.find((one: { impersonatedBy: string | null }) => one.impersonatedBy === 'Yousef Najm');
    expect(data.find((one: { current: boolean }) => one.current).impersonatedBy).toBeNull();
    expect((await customer.call('DELETE', `/user/session/${theirs.id}`)).status).toBe(204);
    expect((await owner.call('GET', '/session')).status).toBe(401);
  });

  test('cannot change what protects the owner’s account', async () => {
    const owner = await opened('super');
    const { data } = (await owner.call('GET', '/user/session')).body;
    const mine = data.find((one: { current: boolean }) => one.current);
    const others = data.find((one: { current: boolean }) => !one.current);
    const refused = { word: 'not-as-owner', status: 409 };
    const asked = [
      await owner.call('PATCH', '/user/tfa-switch', { body: { enable: true } }),
      await owner.call('PATCH', `/user/${me}/change-password`, {
        body: { currentPassword: demoPassword, password: 'Another day 2026' },
      }),
      await owner.call('PATCH', `/user/${me}/update`, { body: { phone: '+971 50 555 0188' } }),
      await owner.call('POST', `/user/${me}/resend-phone-verification`),
      await owner.call('POST', `/user/${me}/verify-phone`, { body: { code: '123456' } }),
      await owner.call('DELETE', `/user/session/${others.id}`),
    ];
    for (const { status, body } of asked) expect({ status, word: body.word }).toEqual(refused);
    expect((await owner.call('PATCH', `/user/${me}/update`, { body: { firstName: 'Mariam' } })).status).toBe(200);
    expect((await owner.call('DELETE', `/user/session/${mine.id}`)).status).toBe(204);
  });

  test('an administrator of the engaged provider may do so, others may not', async () => {
    expect((await loginAs(await app.signIn('integrator@rasid.test'), await company('customer'))).status).toBe(200);
    expect((await loginAs(await app.signIn('integrator@rasid.test'), await company('other'))).status).toBe(403);
    expect((await loginAs(await app.signIn('other@rasid.test'), await company('customer'))).status).toBe(403);
    expect((await loginAs(await app.signIn('viewer@rasid.test'), await company('customer'))).status).toBe(403);
  });
});

test('a change of password and a sign-in as an owner are reported by mail', async () => {
  const logOf = async (email: string) =>
    (await app.kit.pool.query('SELECT subject FROM mail_outbox WHERE recipient = $1', [email])).rows.map(
      (row) => row.subject,
    );
  const fmc = await app.signIn('fmc@rasid.test');
  const { id, company } = (await fmc.call('GET', '/session')).body.data.user;
  await fmc.call('PATCH', `/user/${id}/change-password`, {
    body: { currentPassword: demoPassword, password: 'Rasid words 2027' },
  });
  const admin = await app.signIn('super@rasid.test');
  await admin.call('POST', '/user/login-as-company-owner', { body: { companyId: company.id } });
  expect(await logOf('fmc@rasid.test')).toEqual(
    expect.arrayContaining(['Your password was changed', 'Somebody signed in as you to help']),
  );
});

test('signing out everywhere else keeps the current session, and each session shows when it was last used', async () => {
  const [here, there] = [await app.signIn('other@rasid.test'), await app.signIn('other@rasid.test')];
  const { data } = (await here.call('GET', '/user/session')).body;
  expect(data.length).toBeGreaterThanOrEqual(2);
  for (const one of data) expect(Date.parse(one.lastUsedAt)).toBeGreaterThanOrEqual(Date.parse(one.createdAt));
  expect((await here.call('DELETE', '/user/session')).status).toBe(204);
  expect((await there.call('GET', '/session')).status).toBe(401);
  expect((await here.call('GET', '/user/session')).body.data).toMatchObject([{ current: true }]);
});
