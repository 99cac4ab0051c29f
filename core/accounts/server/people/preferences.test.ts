import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoPassword, type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let mine: TestPerson;
beforeAll(async () => {
  app = await rasid();
  mine = await app.signIn('viewer@rasid.test');
});
afterAll(() => app.close());

test('a preference is stored only for its person', async () => {
  const other = await app.signIn('customer@rasid.test');
  for (const value of [{ columns: ['name'] }, 'text', 3, null, [1, 'a']]) {
    expect((await mine.call('POST', '/user/parameter?key=sample_device_list', { body: { value } })).status).toBe(200);
    expect((await mine.call('GET', '/user/parameter?keys=sample_device_list,unset')).body.data).toEqual({
      sample_device_list: value,
    });
  }
  expect((await other.call('GET', '/user/parameter?keys=sample_device_list')).body.data).toEqual({});
  expect((await mine.call('DELETE', '/user/parameter?key=sample_device_list')).status).toBe(204);
  expect((await mine.call('GET', '/user/parameter?keys=sample_device_list')).body.data).toEqual({});
});

test.each(['POST', 'DELETE'] as const)('%s without a key is refused', async (method) => {
  for (const query of ['', '?key=', '?key=%20']) {
    const reply = await mine.call(method, `/user/parameter${query}`, { body: { value: 1 } });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'key', msg: 'preferenceKey' }]]);
  }
});

test('the preferences of a person are limited: the size of each, their number, and their total size', async () => {
  const person = await app.signIn('operator@rasid.test');
  const keep = (key: string, value: unknown) => person.call('POST', `/user/parameter?key=${key}`, { body: { value } });
  const text = (bytes: number) => 'x'.repeat(bytes);
  expect((await keep('large', text(33_000))).body.errors).toEqual([{ param: 'value', msg: 'tooLong' }]);
  expect((await keep('large', text(30_000))).status).toBe(200);
  await app.kit.pool.query(
    `INSERT INTO preference (user_id, key, value)
     SELECT u.id, 'filler ' || n, to_jsonb(repeat('x', 30000)) FROM users u, generate_series(1, 33) n WHERE u.email = 'operator@rasid.test'`,
  );
  expect((await keep('small', 1)).status).toBe(200);
  const full = await keep('more', text(30_000));
  expect([full.status, full.body.word]).toEqual([409, 'too-many-preferences']);
  expect((await person.call('GET', '/user/parameter?keys=more')).body.data).toEqual({});
  await app.kit.pool.query(
    `UPDATE preference SET value = '1' WHERE key LIKE 'filler %';
     INSERT INTO preference (user_id, key, value)
     SELECT u.id, 'other ' || n, '1' FROM users u, generate_series(1, 464) n WHERE u.email = 'operator@rasid.test'`,
  );
  expect((await keep('more', 1)).status).toBe(200);
  expect((await keep('one more', 1)).body.word).toBe('too-many-preferences');
  // A person at the limit can still change existing preferences.
  expect((await keep('small', 2)).status).toBe(200);
});

test('reading needs keys as well', async () => {
  for (const query of ['', '?keys=', '?keys=,'])
    expect((await mine.call('GET', `/user/parameter${query}`)).body.errors).toEqual([
      { param: 'keys', msg: 'preferenceKey' },
    ]);
});

test('a person changes their own profile; a new phone is no longer verified', async () => {
  const { id } = (await mine.call('GET', '/session')).body.data.user;
  await app.kit.pool.query('UPDATE users SET phone_verified = true WHERE id = $1', [id]);
  const update = (body: object) => mine.call('PATCH', `/user/${id}/update`, { body });
  expect((await update({ locale: 'ar' })).body.data).toMatchObject({ locale: 'ar', phoneVerified: true });
  expect((await update({ phone: '+971 50 123 4567', currentPassword: demoPassword })).body.data).toMatchObject({
    phone: '+971501234567',
    phoneVerified: false,
  });
  expect((await update({ phone: 'call me' })).body.errors).toEqual([{ param: 'phone', msg: 'phone' }]);
  expect((await update({ firstName: ' ' })).body.errors).toEqual([{ param: 'firstName', msg: 'Required' }]);
  expect((await update({ role: 'Admin' })).body.data.role).toBe('Viewer');
});
