import { expect, test } from 'vitest';
import { app, customer, draft, ids, refused, send, withCompanies } from '#main/testing/test-companies.ts';
import { nameText } from '#platform/common/validation/validation.ts';
import { mailsPerCompany, mailsPerRecipient } from '../../common/sign-up.ts';

withCompanies();

const mailsTo = async (email: string) =>
  (await app.kit.pool.query('SELECT count(*)::integer AS n FROM mail_outbox WHERE recipient = $1', [email])).rows[0].n;
const post = (path: string, body: object) => app.anonymous.call('POST', path, { body });
const person = (email: string, more: object = {}) => ({
  email,
  firstName: 'Noor',
  lastName: 'Saleh',
  role: 'Viewer',
  ...more,
});
const invite = (email: string, more: object = {}) =>
  customer.call('POST', `/company/${ids.reem}/user`, { body: person(email, more) });

test.each([
  'Pay at https://evil.example/p',
  'www.evil.example',
  'evil.example',
  'Regards,\nthe team',
  'call me@evil.example',
])('a person cannot be named %j, no matter who enters the name', async (firstName) => {
  const wrong = [{ param: 'firstName', msg: 'linkFreeName' }];
  expect((await invite('named@palm.test', { firstName })).body.errors).toEqual(wrong);
  const imported = await customer.call('POST', `/company/${ids.reem}/user/import`, {
    body: { dryRun: false, lines: [person('named@palm.test', { firstName })] },
  });
  expect(imported.body.data).toEqual([{ outcome: 'refused', errors: wrong }]);
  const draft = { companyName: 'Palm', lastName: 'B', email: 'named@palm.test', password: 'Palm trees 2026' };
  expect((await post('/company/customer/signup', { ...draft, firstName })).body.errors).toEqual(wrong);
});

test('a name that turns the direction of writing is refused, no matter who enters it', async () => {
  const firstName = 'a\u202Eb';
  expect((await invite('named@palm.test', { firstName })).body.errors).toEqual([
    { param: 'firstName', msg: 'plainText' },
  ]);
  const imported = await customer.call('POST', `/company/${ids.reem}/user/import`, {
    body: { dryRun: false, lines: [person('named@palm.test', { firstName })] },
  });
  expect([imported.status, imported.body.errors]).toEqual([418, [{ param: 'lines.0.firstName', msg: 'plainText' }]]);
});

test.each(['Dr.Ahmed & Sons', 'J.B. Trading Co.', 'شركة النخيل ذ.م.م', 'A/B Testing'])(
  'a company may be called %j',
  async (companyName) => {
    const draft = {
      firstName: 'J.R.',
      lastName: 'B',
      email: `c${companyName.length}@name.test`,
      password: 'Palm trees 2026',
    };
    expect((await post('/company/customer/signup', { ...draft, companyName })).status).toBe(200);
  },
);

test.each(['See evil.example/p now', 'evil-pay.com', 'EVIL-PAY.COM', 'Call 192.0.2.7'])(
  'a company is not called %j, which a phone would turn into a link',
  async (name) => {
    const reply = await customer.call('PATCH', `/company/${ids.reem}`, { body: { name } });
    expect(reply.body.errors).toEqual([{ param: 'name', msg: 'linkFreeName' }]);
  },
);

test('a legal name may be a domain, because some companies are registered under theirs', () => {
  expect(nameText(100).safeParse('Booking.com LLC').success).toBe(true);
});

test('a company sends a limited number of invitations per day, and is informed of the limit', async () => {
  await app.kit.pool.query('INSERT INTO mail_count (key, sent) VALUES ($1, $2)', [
    `from company ${ids.reem}`,
    mailsPerCompany - 2,
  ]);
  expect((await invite('one@palm.test')).status).toBe(201);
  const lines = [person('two@palm.test'), person('three@palm.test')];
  const both = await customer.call('POST', `/company/${ids.reem}/user/import`, { body: { dryRun: false, lines } });
  expect([...refused(both), both.body.detail]).toEqual([429, 'mail-quota', { count: mailsPerCompany }]);
  expect((await invite('two@palm.test')).status).toBe(201);
  expect(refused(await invite('four@palm.test'))).toEqual([429, 'mail-quota']);
  const asked = { type: 'ProviderEngagement', destinationEmail: 'five@palm.test', destinationType: 'FMC' };
  expect(refused(await send(customer, ids.reem, asked))).toEqual([429, 'mail-quota']);
  await app.kit.pool.query("UPDATE mail_count SET day = day - 1 WHERE key LIKE 'from company%'");
  expect((await invite('four@palm.test')).status).toBe(201);
});

test('invitations to companies that a company creates count as its own, and its limit discloses no address', async () => {
  const create = (key: string, more: object = {}) =>
    customer.call('POST', '/company/provider', { body: draft(key, { type: 'FMC', ...more }) });
  await app.kit.pool.query(
    'INSERT INTO mail_count (key, sent) VALUES ($1, $2) ON CONFLICT (day, key) DO UPDATE SET sent = excluded.sent',
    [`from company ${ids.reem}`, mailsPerCompany - 1],
  );
  expect((await create('first')).status).toBe(201);
  expect(refused(await create('second'))).toEqual([429, 'mail-quota']);
  expect(refused(await create('third', { adminEmail: 'other@rasid.test' }))).toEqual([429, 'mail-quota']);
  await app.kit.pool.query("DELETE FROM mail_count WHERE key LIKE 'from company%'");
});

test('one address gets so many mails in a day that strangers cause, and the answers stay the same', async () => {
  const email = 'other@rasid.test';
  for (let times = 0; times < mailsPerRecipient; times++) {
    await app.http.inject({
      method: 'POST',
      url: '/api/auth/reset-password',
      remoteAddress: `203.0.113.${times}`,
      payload: { email },
    });
  }
  expect(await mailsTo(email)).toBe(mailsPerRecipient);
  const reply = await post('/auth/reset-password', { email });
  expect([reply.status, reply.body]).toEqual([200, { data: null }]);
  expect(await mailsTo(email)).toBe(mailsPerRecipient);
});

test('a reset link is mailed beyond the limit of the day once the last one has expired, so that strangers cannot use it up', async () => {
  const email = 'viewer@rasid.test';
  const ask = (place: number) =>
    app.http.inject({
      method: 'POST',
      url: '/api/auth/reset-password',
      remoteAddress: `203.0.113.${place}`,
      payload: { email },
    });
  for (let place = 0; place <= mailsPerRecipient; place++) await ask(place);
  expect(await mailsTo(email)).toBe(mailsPerRecipient);
  await app.kit.pool.query("UPDATE account_token SET expires_at = now() WHERE purpose = 'reset'");
  await ask(100);
  expect(await mailsTo(email)).toBe(mailsPerRecipient + 1);
});

test('a company cannot mail one person of another company again and again', async () => {
  await app.kit.pool.query('INSERT INTO mail_count (key, sent) VALUES ($1, $2)', [
    'to another@palm.test',
    mailsPerRecipient,
  ]);
  const reply = await invite('another@palm.test');
  expect([...refused(reply), reply.body.detail]).toEqual([429, 'recipient-quota', { email: 'another@palm.test' }]);
});

test.each(['Password1234!', 'Welcome12345!', 'P@ssw0rd2026', 'Qwerty123456!', 'Rasid@2026!!'])(
  'the password %s, which is guessed first, is not taken',
  async (password) => {
    const draft = { companyName: 'Palm', firstName: 'A', lastName: 'B', email: 'common@palm.test', password };
    expect((await post('/company/customer/signup', draft)).body.errors).toEqual([
      { param: 'password', msg: 'passwordCommon' },
    ]);
  },
);
