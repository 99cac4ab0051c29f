import { afterAll, beforeAll, expect, test } from 'vitest';
import { chosenPassword, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { demoCompanies, demoUsers } from '../../demo.ts';

let app: Rasid;
let ids: Awaited<ReturnType<typeof demoCompanies>>;
let customer: TestPerson;

beforeAll(async () => {
  app = await rasid();
  ids = await demoCompanies(app.kit.db as unknown as Tx);
  await demoUsers(app.kit.db as unknown as Tx);
  customer = await app.signIn('customer@rasid.test');
});
afterAll(() => app.close());

const bring = async (lines: object[], dryRun = false) =>
  (await customer.call('POST', `/company/${ids.reem}/user/import`, { body: { dryRun, lines } })).body.data as {
    outcome: string;
    errors: object[];
  }[];
const mails = async () =>
  (
    await app.kit.pool.query(
      "SELECT recipient, subject, text FROM mail_outbox WHERE recipient LIKE '%@import.test' ORDER BY id",
    )
  ).rows;

const people = [
  {
    email: 'noor@import.test',
    firstName: 'Noor',
    lastName: 'Saif',
    role: 'operator',
    locale: 'ar',
    phone: '+٩٧١ ٥٠ ١٢٣ ٤٥٦٧',
  },
  { email: 'Omar@import.test', firstName: 'Omar', lastName: 'Ali', role: 'Viewer' },
];

test('a dry run invites nobody', async () => {
  expect((await bring(people, true)).map((one) => one.outcome)).toEqual(['created', 'created']);
  expect(await mails()).toEqual([]);
});

test('each new person is invited once, in their language, with a link of their own', async () => {
  expect((await bring(people)).map((one) => one.outcome)).toEqual(['created', 'created']);
  expect((await bring(people)).map((one) => one.outcome)).toEqual(['unchanged', 'unchanged']);
  const sent = await mails();
  expect(sent.map((mail) => [mail.recipient, mail.subject])).toEqual([
    ['noor@import.test', 'دعوة من \u2068Mariam Al Suwaidi\u2069 للانضمام إلى \u2068Reem Residences\u2069 في راصد'],
    ['Omar@import.test', '\u2068Mariam Al Suwaidi\u2069 invites you to \u2068Reem Residences\u2069 on Rasid'],
  ]);
  const token = /token=([\w-]+)/.exec(sent[0].text)?.[1];
  await app.anonymous.call('POST', `/auth/set-password/${token}`, { body: { password: chosenPassword } });
  const session = await (await app.signIn('noor@import.test', chosenPassword)).call('GET', '/session');
  expect(session.body.data.user).toMatchObject({ firstName: 'Noor', role: 'Operator', phone: '+971501234567' });
});

test('a known person gets the names and phone of the line but keeps the role; the case of the address is ignored', async () => {
  const replies = await bring([
    { email: 'OMAR@import.test', firstName: 'Omar', lastName: 'Al Ali', role: 'Viewer' },
    { ...people[0], role: 'Admin' },
  ]);
  expect(replies).toEqual([
    { outcome: 'updated', errors: [] },
    { outcome: 'refused', errors: [{ param: 'role', msg: 'roleOfKnownPerson' }] },
  ]);
});

test('places of residence are found in either language; unknown ones are reported', async () => {
  const line = { firstName: 'Sara', lastName: 'Ali', role: 'Viewer' };
  const replies = await bring([
    { ...line, email: 'sara@import.test', country: 'الإمارات العربية المتحدة', city: 'أبو ظبي' },
    { ...line, email: 'huda@import.test', country: 'om' },
    { ...line, email: 'a@import.test', country: 'Atlantis' },
    { ...line, email: 'b@import.test', country: 'OM', city: 'Dubai' },
    { ...line, email: 'c@import.test', city: 'Dubai' },
  ]);
  expect(replies.map(({ outcome, errors }) => [outcome, ...errors])).toEqual([
    ['created'],
    ['created'],
    ['refused', { param: 'country', msg: 'unknownName' }],
    ['refused', { param: 'city', msg: 'unknownName' }],
    ['refused', { param: 'country', msg: 'Required' }],
  ]);
  const { rows } = await app.kit.pool.query(
    "SELECT c.code, t.name_en AS city FROM users u JOIN country c ON c.id = u.country_id LEFT JOIN city t ON t.id = u.city_id WHERE u.email IN ('sara@import.test', 'huda@import.test') ORDER BY u.id",
  );
  expect(rows).toEqual([
    { code: 'AE', city: 'Abu Dhabi' },
    { code: 'OM', city: null },
  ]);
});

test('an address of another company’s person is refused', async () => {
  expect(await bring([{ email: 'other@rasid.test', firstName: 'A', lastName: 'B', role: 'Viewer' }])).toEqual([
    { outcome: 'refused', errors: [{ param: 'email', msg: 'emailTaken' }] },
  ]);
});

test('a viewer cannot invite people', async () => {
  const viewer = await app.signIn('viewer@rasid.test');
  const reply = await viewer.call('POST', `/company/${ids.reem}/user/import`, {
    body: { dryRun: true, lines: people },
  });
  expect(reply.status).toBe(403);
});
