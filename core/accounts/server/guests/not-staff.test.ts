import { beforeAll, describe, expect, test } from 'vitest';
import { addGuest, app, customer, ids, people, type TestGuest, withPeople } from '#main/testing/test-people.ts';

withPeople();
let guest: TestGuest;
beforeAll(async () => {
  guest = await addGuest(app, 'lodger@guest.test', ['rooms', 'lodger']);
});

const company = () => `/company/${ids.reem}`;
const groups = '/sample/permissions-group';
const notified = '/sample/notifications-group';
const mailPlan = { app: 'sample', frequency: 'daily', time: '08:00' };

describe('a guest is in no list of staff', () => {
  test.each([
    ['of the company', () => `${company()}/user?search=lodger`],
    ['of permission groups', () => `${groups}/users?search=lodger`],
    ['of notification groups', () => `${notified}/users?search=lodger`],
    ['of an escalation', () => '/sample/alarm/operational/responders?search=lodger'],
  ])('%s', async (_, path) => {
    const { status, body } = await customer.call('GET', path());
    expect([status, body.data]).toEqual([200, []]);
  });

  test('nor in the search', async () => {
    // On a busy machine a list may take longer than the search waits.
    const search = async () => (await customer.call('GET', '/search?text=lodger')).body.data;
    await expect.poll(search, { timeout: 20_000 }).toEqual({ found: [], failed: [] });
  });
});

describe('a guest cannot be put among staff', () => {
  const staffAndGuest = () => ({ resources: ['*'], users: [people.viewer, guest.id] });
  const escalation = () => [{ users: [guest.id], groups: [], methods: ['email'], afterSeconds: 60 }];
  const attempts: [string, string, () => object][] = [
    ['a permission group', groups, () => ({ name: 'With a guest', ...staffAndGuest() })],
    ['a notification group', notified, () => ({ name: 'With a guest', ...staffAndGuest() })],
    ['an escalation', notified, () => ({ name: 'To a guest', resources: ['*'], users: [], escalation: escalation() })],
    ['a mail plan', '/notification-scheduler', () => ({ name: 'To a guest', ...mailPlan, users: [guest.id] })],
  ];
  test.each(attempts)('into %s', async (_, path, body) => {
    const reply = await customer.call('POST', path, { body: body() });
    expect([reply.status, reply.body.errors?.[0]?.msg ?? reply.body]).toEqual([418, 'invalid']);
  });

  test('by changing, promoting or removing the account as one of staff', async () => {
    const one = `${company()}/user/${guest.id}`;
    const calls = [
      customer.call('GET', one),
      customer.call('PATCH', one, { body: { firstName: 'Other' } }),
      customer.call('PUT', `${one}/role`, { body: { role: 'Admin' } }),
      customer.call('PUT', `${one}/app-role`, { body: { app: 'rooms', role: 'guard' } }),
      customer.call('DELETE', one),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(calls.length).fill(404));
  });

  test('by an import of staff', async () => {
    const line = { email: 'Lodger@guest.test', firstName: 'Other', lastName: 'Name', role: 'Operator' };
    const { body } = await customer.call('POST', `${company()}/user/import`, {
      body: { dryRun: false, lines: [line] },
    });
    expect(JSON.stringify(body)).toContain('emailTaken');
    const { rows } = await app.kit.pool.query('SELECT first_name, role FROM users WHERE id = $1', [guest.id]);
    expect(rows).toEqual([{ first_name: 'Lodger', role: 'Viewer' }]);
  });
});

test('a role of staff within an app is not one of guests, and the other way round', async () => {
  const one = `${company()}/user/${people.viewer}/app-role`;
  const give = (role: string) => customer.call('PUT', one, { body: { app: 'rooms', role } });
  expect([(await give('lodger')).status, (await give('guard')).status]).toEqual([418, 200]);
});
