import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { emittingAsSystem, type Listeners } from '#platform/server/domain-events.ts';
import { doDue } from '#platform/server/due.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueEnds } from './ended-subscriptions.ts';
import { withdrawTokens } from './token-blocks.ts';
import { remindOfTokens } from './token-reminders.ts';
import { addTokens } from './tokens.ts';

let app: Rasid;
let customer: TestPerson;
let integrator: TestPerson;
let seller: TestPerson;
let reem: number;
let najm: number;
let structure: number;

beforeAll(async () => {
  app = await rasid();
  [customer, integrator, seller] = (await Promise.all(
    ['customer', 'integrator', 'super'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson];
  reem = (await customer.call('GET', '/session')).body.data.company.id;
  najm = (await integrator.call('GET', '/session')).body.data.company.id;
  structure = (await query('SELECT min(id) AS id FROM structure WHERE company_id = $1', [reem]))[0].id;
  await query("INSERT INTO company_app (company_id, app_id) VALUES ($1, 'sample') ON CONFLICT DO NOTHING", [najm]);
});
afterAll(() => app.close());

const query = async (text: string, values: unknown[] = []) => (await app.kit.pool.query(text, values)).rows;
let count = 0;
const nextSerial = () => `70B3D5AC${(++count).toString(16).toUpperCase().padStart(4, '0')}`;
const inStock = async (companyId: number, months = 12) =>
  (
    await inSystem(app.kit.db, (tx) =>
      addTokens(tx, { companyId, app: 'sample', solutionIds: [], source: 'bought', months, count: 1 }),
    )
  )[0] as number;
const addDevice = async (person: TestPerson, body = {}) =>
  (await person.call('POST', '/sample/device', { body: { serial: nextSerial(), hardwareId: 90101, ...body } })).body
    .data;
const post = (person: TestPerson, path: string, body: object = {}) => person.call('POST', path, { body });

/** A subscription of an installed device of the customer that ends after this many days. */
async function ending(days: number) {
  const [device, token] = [await addDevice(customer, { structureId: structure }), await inStock(reem)];
  await post(customer, `/token/${token}/assign`, { deviceId: device.id });
  await query(`UPDATE device_token SET expiration_at = now() + $2 * interval '1 day' WHERE id = $1`, [token, days]);
  return { device, token };
}

test('neither provider nor owner can lift a block of the platform, and a provider can lift one of the owner', async () => {
  const blocked = async (id: number) =>
    (await customer.call('GET', '/token?limit=100')).body.data.find((row: { id: number }) => row.id === id);
  const token = await inStock(reem);
  await post(customer, `/token/${token}/block`, { reason: 'Not used' });
  expect(await blocked(token)).toMatchObject({ blockedBy: 'owner', blockReason: 'Not used' });
  expect((await post(integrator, `/token/${token}/unblock`)).status).toBe(200);

  await post(integrator, `/token/${token}/block`, { reason: 'Contract' });
  expect((await post(customer, `/token/${token}/unblock`)).body.word).toBe('blocked-by-higher');
  await post(seller, `/token/${token}/block`, { reason: 'Not paid' });
  expect(await blocked(token)).toMatchObject({ blockedBy: 'platform', blockReason: 'Not paid' });
  await post(customer, `/token/${token}/block`, { reason: 'Mine' });
  expect((await post(integrator, `/token/${token}/unblock`)).body.word).toBe('blocked-by-higher');
  expect((await post(seller, `/token/${token}/unblock`)).body.data).toMatchObject({
    status: 'unassigned',
    blockedBy: null,
  });
});

test('a renewal without a named subscription takes the oldest in stock, and a repeat with the same key does not take another', async () => {
  await query('UPDATE device_token SET blocked_at = now() WHERE company_id = $1 AND device_id IS NULL', [reem]);
  const { token } = await ending(5);
  const renew = (key: string) =>
    customer.call('POST', `/token/${token}/renew`, { body: {}, headers: { 'idempotency-key': key } });
  expect((await renew('empty')).body.word).toBe('no-subscription-in-stock');
  const [older, newer] = [await inStock(reem, 6), await inStock(reem, 24)];
  const first = await renew('renewal');
  expect((await renew('renewal')).body).toEqual(first.body);
  const used = await query('SELECT id FROM device_token WHERE used_for = $1', [token]);
  expect(used.map(({ id }) => id)).toEqual([older]);
  expect((await query('SELECT used_for FROM device_token WHERE id = $1', [newer]))[0].used_for).toBeNull();
});

test('a list shows the devices in use that have no subscription', async () => {
  const [subscribed, without] = [await ending(100), await addDevice(customer, { structureId: structure })];
  const retired = await addDevice(customer);
  await query("UPDATE device SET state = 'removed' WHERE id = $1", [retired.id]);
  const listed = await customer.call('GET', '/token?withoutToken=true&app=sample&limit=100');
  const ids = listed.body.data.map(({ id }: { id: number }) => id);
  expect(ids).toContain(without.id);
  expect(ids).not.toContain(subscribed.device.id);
  expect(ids).not.toContain(retired.id);
  const found = await customer.call('GET', `/token?withoutToken=true&search=${without.serial}`);
  expect(found.body.data).toMatchObject([{ id: without.id, status: 'none', device: { id: without.id }, months: null }]);
  expect((await seller.call('GET', `/token?withoutToken=true&companyId=${najm}&limit=1`)).status).toBe(200);
});

const subjectsTo = async (address: string) =>
  (
    await query('SELECT subject FROM mail_outbox WHERE recipient = $1 AND subject ~ $2 ORDER BY id', [
      address,
      'ubscription|شتراك',
    ])
  ).map(({ subject }) => subject);

test('subscriptions that end are one mail to their owner and one to the integrator, once for each day of reminder', async () => {
  await query('UPDATE device_token SET reminded_days = 0');
  const soon = [await ending(6), await ending(25)];
  const later = await ending(50);
  const [owner, provider] = ['customer@rasid.test', 'integrator@rasid.test'];
  await query('DELETE FROM mail_outbox');
  await remindOfTokens(app.kit);
  await remindOfTokens(app.kit);
  expect(await subjectsTo(owner)).toEqual(['2 subscriptions end within 30 days']);
  expect(await subjectsTo(provider)).toEqual(['3 subscriptions end within 60 days']);
  const [mail] = await query('SELECT text FROM mail_outbox WHERE recipient = $1', [owner]);
  for (const { device } of soon) expect(mail.text).toContain(device.name);
  expect(mail.text).not.toContain(later.device.name);

  // When the first has ended, no further reminder of the second is sent.
  await query(`UPDATE device_token SET expiration_at = now() - interval '1 hour', reminded_days = 7 WHERE id = $1`, [
    soon[0]?.token,
  ]);
  await query('DELETE FROM mail_outbox');
  await remindOfTokens(app.kit);
  expect(await subjectsTo(owner)).toEqual(['1 subscription has ended']);
});

/** What other slices hear of subscriptions while `work` runs. */
async function heardDuring(work: (kit: Kit) => Promise<unknown>) {
  const heard: string[] = [];
  const listening: Listeners = {
    inTransaction: {
      'subscription.ending': async (_context, { subscriptions, days }) =>
        void heard.push(...subscriptions.map(({ tokenId }) => `${tokenId} ends in ${days}`)),
      'subscription.ended': async (_context, { subscriptions, cause }) =>
        void heard.push(...subscriptions.map(({ tokenId, deviceId }) => `${tokenId} of ${deviceId} ended by ${cause}`)),
    },
  };
  const before = app.kit.listeners;
  app.kit.listeners = [...before, listening];
  await work(app.kit);
  app.kit.listeners = before;
  return heard;
}

test('the end of a subscription is announced to other slices once, by any number of workers, and again after a renewal', async () => {
  const { device, token } = await ending(30);
  const end = (when: string) =>
    query('UPDATE device_token SET expiration_at = now() + $2::interval WHERE id = $1', [token, when]);
  const workers = (kit: Kit) => Promise.all([doDue(kit, [dueEnds]), doDue(kit, [dueEnds]), doDue(kit, [dueEnds])]);
  await workers(app.kit);
  await end('-1 second');
  expect(await heardDuring(workers)).toEqual([`${token} of ${device.id} ended by date`]);
  expect(await heardDuring(workers)).toEqual([]);
  await end('1 day');
  expect(await heardDuring(workers)).toEqual([]);
  await end('-1 second');
  expect(await heardDuring(workers)).toEqual([`${token} of ${device.id} ended by date`]);
});

test('a block ends a subscription for other slices, once, and days of reminder announce that it will end', async () => {
  await query('UPDATE device_token SET reminded_days = 0');
  const { device, token } = await ending(6);
  expect(await heardDuring(remindOfTokens)).toEqual([`${token} ends in 7`]);
  const block = () => post(customer, `/token/${token}/block`, { reason: 'Not used' });
  expect(await heardDuring(block)).toEqual([`${token} of ${device.id} ended by blocked`]);
  expect(await heardDuring(block)).toEqual([]);
});

test('subscriptions that are taken back end for other slices, each once, whether they were blocked before or not', async () => {
  const [first, second, blocked] = [await ending(20), await ending(21), await ending(22)];
  await post(customer, `/token/${blocked.token}/block`, { reason: 'Not used' });
  const tokens = [first, second, blocked].map(({ token }) => token);
  const takeBack = (kit: Kit) =>
    emittingAsSystem(kit, kit.db, (context) => withdrawTokens(context, tokens, 'Refunded'));
  expect(await heardDuring(takeBack)).toEqual(
    [first, second].map(({ device, token }) => `${token} of ${device.id} ended by blocked`),
  );
  expect(await heardDuring(takeBack)).toEqual([]);
});

test('reminders start over for a subscription that is renewed between two of them', async () => {
  await query('UPDATE device_token SET reminded_days = 0');
  const { token } = await ending(6);
  await remindOfTokens(app.kit);
  await inStock(reem);
  await post(customer, `/token/${token}/renew`);
  await query('DELETE FROM mail_outbox');
  await remindOfTokens(app.kit);
  expect(await subjectsTo('customer@rasid.test')).toEqual([]);
  await query(`UPDATE device_token SET expiration_at = now() + interval '7 hours' WHERE id = $1`, [token]);
  await remindOfTokens(app.kit);
  expect(await subjectsTo('customer@rasid.test')).toEqual(['1 subscription ends within a day']);
});
