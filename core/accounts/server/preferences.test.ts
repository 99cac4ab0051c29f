import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Person, type Rasid, rasid } from '#main/testing.ts';

let app: Rasid;
let mine: Person;
beforeAll(async () => {
  app = await rasid();
  mine = await app.signIn('viewer@rasid.test');
});
afterAll(() => app.close());

test('a preference is kept for its person alone', async () => {
  const other = await app.signIn('customer@rasid.test');
  for (const value of [{ columns: ['name'] }, 'text', 3, null, [1, 'a']]) {
    expect((await mine.call('POST', '/user/parameter?key=swam_device_list', { body: { value } })).status).toBe(200);
    expect((await mine.call('GET', '/user/parameter?keys=swam_device_list,unset')).body.data).toEqual({
      swam_device_list: value,
    });
  }
  expect((await other.call('GET', '/user/parameter?keys=swam_device_list')).body.data).toEqual({});
  expect((await mine.call('DELETE', '/user/parameter?key=swam_device_list')).status).toBe(204);
  expect((await mine.call('GET', '/user/parameter?keys=swam_device_list')).body.data).toEqual({});
});

test.each(['POST', 'DELETE'] as const)('%s without a key is refused', async (method) => {
  for (const query of ['', '?key=', '?key=%20']) {
    const reply = await mine.call(method, `/user/parameter${query}`, { body: { value: 1 } });
    expect([reply.status, reply.body.errors]).toEqual([418, [{ param: 'key', msg: 'preferenceKey' }]]);
  }
});

test('reading needs keys as well', async () => {
  for (const query of ['', '?keys=', '?keys=,'])
    expect((await mine.call('GET', `/user/parameter${query}`)).body.errors).toEqual([
      { param: 'keys', msg: 'preferenceKey' },
    ]);
});

test('a person changes the own profile; a new phone is no longer verified', async () => {
  const { id } = (await mine.call('GET', '/session')).body.data.user;
  await app.kit.pool.query('UPDATE users SET phone_verified = true WHERE id = $1', [id]);
  const update = (body: object) => mine.call('PATCH', `/user/${id}/update`, { body });
  expect((await update({ locale: 'ar' })).body.data).toMatchObject({ locale: 'ar', phoneVerified: true });
  expect((await update({ phone: '+971 50 123 4567' })).body.data).toMatchObject({
    phone: '+971 50 123 4567',
    phoneVerified: false,
  });
  expect((await update({ phone: 'call me' })).body.errors).toEqual([{ param: 'phone', msg: 'phone' }]);
  expect((await update({ firstName: ' ' })).body.errors).toEqual([{ param: 'firstName', msg: 'Required' }]);
  expect((await update({ role: 'Admin' })).body.data.role).toBe('Viewer');
});
