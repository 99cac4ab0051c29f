import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { mailsPerCompany } from '../../common/sign-up.ts';
import { takenPerDay } from './taken-answers.ts';

let app: Rasid;
let customer: TestPerson;
let company: number;

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  company = (await customer.call('GET', '/session')).body.data.company.id;
});
afterAll(() => app.close());
beforeEach(() => app.kit.pool.query('DELETE FROM told_taken'));

/** Pretends that the company got this many answers today. */
const storeCount = (count: number) =>
  app.kit.pool.query('INSERT INTO told_taken (company_id, told) VALUES ($1, $2)', [company, count]);
const person = { firstName: 'A', lastName: 'B', role: 'Viewer' };
const enter = (email: string) => customer.call('POST', `/company/${company}/user`, { body: { ...person, email } });
let invited: number | undefined;
/** Corrects the address of a person who was invited, by the call for the address or by the form of the person. */
async function correct(email: string, call: 'email' | 'form') {
  invited ??= (await enter('mistyped@rasid.test')).body.data.id as number;
  const path = `/company/${company}/user/${invited}`;
  return call === 'form'
    ? customer.call('PATCH', path, { body: { email } })
    : customer.call('PUT', `${path}/email`, { body: { email } });
}

test('whether an address is registered is answered a limited number of times a day, however it is asked', async () => {
  expect((await enter('other@rasid.test')).body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
  expect((await correct('other@rasid.test', 'form')).body.errors).toEqual([{ param: 'email', msg: 'emailTaken' }]);
  await app.kit.pool.query('UPDATE told_taken SET told = $1', [takenPerDay]);
  const asked = [
    await enter('other@rasid.test'),
    await correct('other@rasid.test', 'email'),
    await correct('other@rasid.test', 'form'),
    await customer.call('POST', '/company/provider', {
      body: {
        name: 'Office',
        type: 'FMC',
        email: 'office@office.test',
        adminEmail: 'other@rasid.test',
        firstName: 'A',
        lastName: 'B',
        locale: 'en',
      },
    }),
    await customer.call('POST', '/user/validate-email', { body: { email: 'other@rasid.test' } }),
    await customer.call('POST', `/company/${company}/user/import`, {
      body: { dryRun: true, lines: [{ ...person, email: 'other@rasid.test' }] },
    }),
  ];
  expect(asked.map(({ status, body }) => [status, body.word])).toEqual(Array(6).fill([429, 'too-many-taken']));
});

test('whether an address is registered is not disclosed once the company can mail nobody any more', async () => {
  await correct('mistyped-again@rasid.test', 'email');
  await app.kit.pool.query(
    'INSERT INTO mail_count (key, sent) VALUES ($1, $2) ON CONFLICT (day, key) DO UPDATE SET sent = excluded.sent',
    [`from company ${company}`, mailsPerCompany],
  );
  const answers = [
    await enter('other@rasid.test'),
    await enter('nobody-knows-me@rasid.test'),
    await correct('other@rasid.test', 'email'),
    await correct('nobody-knows-me@rasid.test', 'email'),
  ];
  expect(answers.map(({ status, body }) => [status, body.word])).toEqual(Array(4).fill([429, 'mail-quota']));
  await app.kit.pool.query('DELETE FROM mail_count');
});

test('free addresses are still entered', async () => {
  await storeCount(takenPerDay + 1);
  expect((await enter('quite-new@rasid.test')).status).toBe(201);
});
