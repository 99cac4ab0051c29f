import { beforeAll, describe, expect, test } from 'vitest';
import { app, customer, ids, withPeople } from '#main/testing/test-people.ts';
import type { TestPerson } from '#main/testing.ts';

withPeople();
const path = '/rooms/api/guest';
let viewer: TestPerson;
beforeAll(async () => {
  viewer = await app.signIn('viewer@rasid.test');
});

let count = 0;
const invite = async (body: object = {}, person = customer) => {
  const email = `resident-${++count}@guest.test`;
  const names = { firstName: 'Lina', lastName: 'Resident', locale: 'ar' };
  return person.call('POST', path, { body: { ...names, email, guestRole: 'lodger', ...body } });
};
const invited = async (body: object = {}) => {
  const reply = await invite(body);
  if (reply.status !== 201) throw new Error(`no guest: ${JSON.stringify(reply.body)}`);
  return reply.body.data as { id: number; email: string };
};
const mailsTo = async (email: string): Promise<{ subject: string; text: string }[]> =>
  (await app.kit.pool.query('SELECT subject, text FROM mail_outbox WHERE recipient = $1 ORDER BY id', [email])).rows;

/** Sets the password with the mailed link, and signs in. */
async function accept(email: string): Promise<TestPerson> {
  const token = /token=([\w-]+)/.exec((await mailsTo(email)).at(-1)?.text ?? '')?.[1];
  const password = 'a-long-password-of-a-guest';
  const reply = await app.anonymous.call('POST', '/auth/set-password', { body: { token, password } });
  if (reply.status >= 300) throw new Error(`the link does not work: ${JSON.stringify(reply.body)}`);
  return app.signIn(email, password);
}

describe('an invited guest', () => {
  test('gets a mail that calls nobody one of the staff, sets a password and reads what the role is for', async () => {
    const { id, email } = await invited({
      subjects: [
        { type: 'room', id: 7 },
        { type: 'room', id: 9 },
      ],
    });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toContain('دعوة من');
    expect(mail?.text).not.toContain('فريق');
    const guest = await accept(email);
    expect((await guest.call('GET', '/rooms/api/room/mine')).body.data).toEqual([{ room: 7 }, { room: 9 }]);
    expect((await guest.call('GET', path)).status).toBe(403);
    const row = (await customer.call('GET', `${path}/${id}`)).body.data;
    expect(row).toMatchObject({ email, guestRole: 'lodger', invited: false, status: 'active', companyId: ids.reem });
    expect((await customer.call('POST', `${path}/${id}/invite`)).body.word).toBe('guest-confirmed');
  });

  test('is found in the list of the app, and is invited again', async () => {
    const { id, email } = await invited({ firstName: 'Xenia' });
    const { data, totalRecords } = (await customer.call('GET', `${path}?search=xenia&total=1`)).body;
    expect([data.map((row: { id: number }) => row.id), data[0].invited, totalRecords]).toEqual([[id], true, 1]);
    expect((await customer.call('POST', `${path}/${id}/invite`)).status).toBe(200);
    expect(await mailsTo(email)).toHaveLength(2);
  });

  test('is changed with all that a form sends, and the history shows who did it', async () => {
    const { id } = await invited();
    const body = { firstName: 'Layan', subjects: [{ type: 'room', id: 3 }], phone: '+971501234567' };
    const { data } = (await customer.call('PATCH', `${path}/${id}`, { body })).body;
    expect(data).toMatchObject(body);
    expect((await customer.call('PATCH', `${path}/${id}`, { body: { subjects: [] } })).body.data.subjects).toEqual([]);
    expect((await customer.call('GET', `${path}/${id}/history`)).body.data.length).toBeGreaterThan(2);
  });
});

describe('the end of a guest', () => {
  test('ends the session at once, and frees the address', async () => {
    const { id, email } = await invited();
    const guest = await accept(email);
    expect((await guest.call('GET', '/session')).status).toBe(200);
    expect((await customer.call('DELETE', `${path}/${id}`)).status).toBe(204);
    expect((await guest.call('GET', '/session')).status).toBe(401);
    expect((await customer.call('GET', `${path}/${id}`)).status).toBe(404);
    expect((await invite({ email })).status).toBe(201);
  });

  test('in one app leaves the account to the other one', async () => {
    const { id, email } = await invited({ subjects: [{ type: 'room', id: 1 }] });
    const guest = await accept(email);
    await app.kit.pool.query(
      `INSERT INTO user_app_role (user_id, company_id, app_id, role) VALUES ($1, $2, 'sample', 'borrower')`,
      [id, ids.reem],
    );
    await customer.call('DELETE', `${path}/${id}`);
    expect((await guest.call('GET', '/session')).body.data.session.apps).toEqual(['sample']);
    expect((await guest.call('GET', '/rooms/api/room/mine')).status).toBe(403);
    expect((await app.kit.pool.query('SELECT FROM guest_subject WHERE user_id = $1', [id])).rows).toEqual([]);
  });
});

describe('an invitation is refused', () => {
  test('with a role of staff, a subject that the app does not have, and to an address in use', async () => {
    const faults = async (body: object) => (await invite(body)).body.errors;
    expect(await faults({ guestRole: 'guard' })).toEqual([{ param: 'guestRole', msg: 'invalid' }]);
    expect(await faults({ subjects: [{ type: 'flat', id: 1 }] })).toEqual([{ param: 'subjects', msg: 'invalid' }]);
    for (const email of ['viewer@rasid.test', 'other@rasid.test'])
      expect(await faults({ email })).toEqual([{ param: 'email', msg: 'emailTaken' }]);
    expect(await faults({ expiresAt: '2001-01-01T00:00:00Z' })).toEqual([{ param: 'expiresAt', msg: 'inThePast' }]);
  });

  test('to a viewer, and to a company that does not hold the app', async () => {
    const newcomer = await app.signIn('newcomer@rasid.test');
    expect((await invite({}, viewer)).body.word).toBe('no-permission');
    expect((await invite({}, newcomer)).body.word).toBe('app-not-held');
  });

  test('of another company is not visible or changeable', async () => {
    const { id } = await invited();
    const other = await app.signIn('other@rasid.test');
    const calls = [
      other.call('GET', `${path}/${id}`),
      other.call('PATCH', `${path}/${id}`, { body: { firstName: 'Other' } }),
      other.call('DELETE', `${path}/${id}`),
      other.call('POST', `${path}/${id}/invite`),
    ];
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });
});

test('a person who is a guest of the company already gets another role without another account or mail', async () => {
  const { id, email } = await invited();
  const again = await invite({ email, subjects: [{ type: 'room', id: 4 }] });
  expect([again.status, again.body.data.id, again.body.data.subjects]).toEqual([201, id, [{ type: 'room', id: 4 }]]);
  expect(await mailsTo(email)).toHaveLength(1);
});
