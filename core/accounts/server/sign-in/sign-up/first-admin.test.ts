import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { createFirstAdmin } from './first-admin.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

test('the first Super Admin is created once, with a good password', async () => {
  const made = { email: 'root@example.com', password: 'Better words 2027' };
  await expect(createFirstAdmin(app.kit, made)).rejects.toThrow('super@rasid.test is Super Admin already');
  await app.kit.pool.query("UPDATE users SET admin_type = 'Financial Admin' WHERE admin_type = 'Super Admin'");
  await expect(createFirstAdmin(app.kit, { ...made, password: 'weak' })).rejects.toThrow(
    'The password is not valid (passwordValidation).',
  );
  await expect(createFirstAdmin(app.kit, { ...made, email: 'root' })).rejects.toThrow(
    'The email is not valid (invalidEmail).',
  );
  await createFirstAdmin(app.kit, made);
  const reply = await app.anonymous.call('POST', '/auth/login', { body: made });
  expect(reply.body.data.user).toMatchObject({ adminType: 'Super Admin', company: null });
});
