import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contactsOf } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { inSystem, inTenant } from '#platform/server/postgres/database.ts';
import { sendNotice } from './send-notice.ts';

let app: Rasid;
let customer: TestPerson;
let operator: TestPerson;
let people: { id: number; email: string; locale: 'en' | 'ar' }[];

beforeAll(async () => {
  app = await rasid();
  [customer, operator] = (await Promise.all(
    ['customer', 'operator'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson];
  people = await query('SELECT id, email, locale FROM users WHERE email = ANY ($1) ORDER BY id', [
    ['customer@rasid.test', 'operator@rasid.test'],
  ]);
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;
const parcels = { en: 'A parcel is on its way', ar: 'طرد في الطريق' };
const notifyAll = (mailTo: string | null = null) =>
  inSystem(app.kit.db, (tx) =>
    sendNotice(tx, app.kit, {
      kind: 'delivery',
      people,
      mailTo,
      write: ({ locale }) => ({
        subject: parcels[locale],
        text: [''],
        button: { label: 'Open', url: `${app.kit.publicUrl}/core/market/my-orders/1` },
        why: () => '',
      }),
    }),
  );
/** The letters about records of a company that one of the people works for. */
const notifyAbout = (about: number) =>
  inSystem(app.kit.db, async (tx) =>
    sendNotice(tx, app.kit, {
      kind: 'delivery',
      people: await contactsOf(
        tx,
        people.map(({ id }) => id),
      ),
      about,
      write: () => ({
        subject: 'Traps',
        text: [''],
        button: { label: 'Open', url: `${app.kit.publicUrl}/sample/records?state=open` },
        why: () => '',
      }),
    }),
  );
const recipients = async () => {
  const found = await query('DELETE FROM mail_outbox WHERE subject = ANY ($1) RETURNING recipient', [
    Object.values(parcels),
  ]);
  return found.map(({ recipient }) => recipient).sort();
};
const unread = async (person: TestPerson) => (await person.call('GET', '/notice/unread')).body.data.count;
const choose = (person: TestPerson, mail: boolean, bell: boolean) =>
  person.call('PUT', '/notice/choice', { body: { kind: 'delivery', mail, bell } });

test('a notice is in the bell in both languages with its page, until its person has read it', async () => {
  await notifyAll();
  expect(await recipients()).toEqual(['customer@rasid.test', 'operator@rasid.test']);
  const [notice] = (await customer.call('GET', '/notice')).body.data;
  expect(notice).toMatchObject({ kind: 'delivery', title: parcels, path: '/core/market/my-orders/1', readAt: null });
  expect(await unread(customer)).toBe(1);
  const mark = (person: TestPerson, read: boolean) => person.call('PATCH', `/notice/${notice.id}`, { body: { read } });
  expect((await mark(operator, true)).status).toBe(404);
  expect((await mark(customer, true)).status).toBe(200);
  expect(await unread(customer)).toBe(0);
  await mark(customer, false);
  expect(await unread(customer)).toBe(1);
  await customer.call('POST', '/notice/read');
  expect([await unread(customer), await unread(operator)]).toEqual([0, 1]);
});

test('a kind that a person has switched off comes neither by mail nor into the bell, and others still get it', async () => {
  expect((await customer.call('GET', '/notice/choice')).body.data).toContainEqual({
    kind: 'delivery',
    mail: true,
    bell: true,
  });
  await choose(customer, false, true);
  await notifyAll();
  expect(await recipients()).toEqual(['operator@rasid.test']);
  expect(await unread(customer)).toBe(1);
  await choose(customer, true, false);
  await notifyAll();
  expect(await recipients()).toEqual(['customer@rasid.test', 'operator@rasid.test']);
  expect(await unread(customer)).toBe(1);
  await choose(customer, true, true);
});

describe('a kind of notices that an app declares', () => {
  const refill = (kind: string, mail = true, bell = true) => ({ kind, mail, bell });
  const notifyOfRefill = () =>
    inSystem(app.kit.db, (tx) =>
      sendNotice(tx, app.kit, {
        kind: 'refill',
        people,
        write: () => ({
          subject: parcels.en,
          text: [''],
          button: { label: 'Open', url: app.kit.publicUrl },
          why: () => '',
        }),
      }),
    );

  test('is offered to people of companies that have the app, and can be switched off', async () => {
    const newcomer = await app.signIn('newcomer@rasid.test');
    const choicesOf = async (person: TestPerson) => (await person.call('GET', '/notice/choice')).body.data;
    expect(await choicesOf(customer)).toContainEqual(refill('refill'));
    expect((await choicesOf(newcomer)).map(({ kind }: { kind: string }) => kind)).not.toContain('refill');
    await customer.call('PUT', '/notice/choice', { body: refill('refill', false, false) });
    const before = await unread(customer);
    await notifyOfRefill();
    expect([await unread(customer), await recipients()]).toEqual([before, ['operator@rasid.test']]);
  });

  test('is refused with the known ones if no app declares it, while stored notices of it are still listed', async () => {
    const refused = await customer.call('PUT', '/notice/choice', { body: refill('gone') });
    expect(refused.status).toBe(418);
    expect(refused.body.errors).toMatchObject([{ param: 'kind', msg: 'invalid' }]);
    expect(refused.body.errors[0].known).toEqual(expect.arrayContaining(['order', 'ticket', 'refill']));
    await query(
      "INSERT INTO notice (user_id, kind, title_en, title_ar, path) VALUES ($1, 'gone', 'Old', 'قديم', '/')",
      [people[0]?.id],
    );
    const lists = await Promise.all(
      [customer, await app.signIn('operator@rasid.test')].map((p) => p.call('GET', '/notice')),
    );
    expect(lists.flatMap(({ body }) => body.data.map(({ kind }: { kind: string }) => kind))).toContain('gone');
  });
});

test('a mail to an address of the company goes there once, and its people find the notice in the bell', async () => {
  const before = await unread(operator);
  await notifyAll('bills@reem.test');
  expect(await recipients()).toEqual(['bills@reem.test']);
  expect(await unread(operator)).toBe(before + 1);
});

test('no person reads or marks notices of others by the database either', async () => {
  const company = (await customer.call('GET', '/session')).body.data.company.id;
  const [reader] = people;
  const scope = { companies: [company], userId: reader?.id ?? 0, actingFor: company };
  const seen = await inTenant(app.kit.db, scope, (tx) =>
    sql<{ userId: number }>`SELECT user_id FROM notice`.execute(tx),
  );
  expect(new Set(seen.rows.map(({ userId }) => userId))).toEqual(new Set([reader?.id]));
});

test('a notice about records of a customer leads people of another company to them for this customer', async () => {
  const [employer] = await query("SELECT company_id AS id FROM users WHERE email = 'customer@rasid.test'");
  const [provider] = await query("SELECT company_id AS id FROM users WHERE email = 'integrator@rasid.test'");
  const pathFor = async (about: number) => {
    await query("DELETE FROM mail_outbox WHERE subject = 'Traps'");
    await notifyAbout(about);
    const mails = await query(
      "SELECT text FROM mail_outbox WHERE subject = 'Traps' AND recipient = 'customer@rasid.test'",
    );
    return { bell: (await customer.call('GET', '/notice')).body.data[0].path, mail: mails[0].text };
  };
  const own = await pathFor(employer.id);
  expect(own.bell).toBe('/sample/records?state=open');
  expect(own.mail).not.toContain('for=');
  const other = await pathFor(provider.id);
  expect(other.bell).toBe(`/sample/records?state=open&for=${provider.id}`);
  expect(other.mail).toContain(`/sample/records?state=open&for=${provider.id}`);
});
