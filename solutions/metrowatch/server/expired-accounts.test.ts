import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, type TestDevice, testDevice } from '#main/testing/test-device.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';

let app: Rasid;
let customer: TestPerson;
let door: TestDevice;
beforeAll(async () => {
  app = await rasid({ start: true });
  customer = await app.signIn('customer@rasid.test');
  door = await testDevice(app, customer, 'hardwareId=1101', '/metrowatch');
});
afterAll(() => app.close());

test('a person whose account expires loses all access, and one whose account is prolonged in time keeps it', async () => {
  const give = async (email: string) => {
    const { rows } = await app.kit.pool.query('SELECT id FROM users WHERE email = $1', [email]);
    const body = { deviceIds: [door.id], mode: 'fulltime', holder: { userId: rows[0].id }, methods: ['app'] };
    const made = await customer.call('POST', '/metrowatch/user-access', { body });
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.data.id as number;
  };
  const grant = async (id: number) => (await customer.call('GET', `/metrowatch/user-access/${id}`)).body.data;
  const expires = (email: string, ...times: string[]) =>
    // In one transaction.
    app.kit.pool.query(
      times
        .map((time) => `UPDATE users SET expires_at = now() + interval '${time}' WHERE email = '${email}'`)
        .join(';'),
    );
  const [expired, prolonged] = [await give('viewer@rasid.test'), await give('operator@rasid.test')];
  await expires('operator@rasid.test', '-1 second', '1 year');
  await expires('viewer@rasid.test', '-1 second');
  expect(
    await eventually(
      () => grant(expired),
      ({ state }) => state === 'ended',
    ),
  ).toMatchObject({
    endReason: 'holder-left',
    open: false,
  });
  expect((await grant(prolonged)).state).not.toBe('ended');
  await expect(give('viewer@rasid.test')).rejects.toThrow('418');
});
