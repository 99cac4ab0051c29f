import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { doDue } from '#platform/server/due.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { dueReviews } from './policy.ts';
import { dueRecommendations } from './visit-records.ts';
import { addTraps, ago, dayMs, visitsAs } from './visits.fixture.ts';

let app: Rasid;
let customer: TestPerson;
let site: number;
let traps: number[];

beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  const company = (await inSystem(app.kit.db, demoCompanies)).reem;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rodent', [company]));
  site = (await customer.call('GET', `/company/${company}/structure?limit=1`)).body.data[0].id;
  traps = await inSystem(app.kit.db, (tx) => addTraps(tx, company, site));
});
afterAll(() => app.close());

const visits = () => visitsAs(customer, () => site);
const call: ReturnType<typeof visits>['call'] = (...args) => visits().call(...args);
const planned = async () => (await visits().plan()).body.data;
const sheet = async (id: number) => (await visits().sheet(id)).body.data;
const alarmsOf = async (kind: string, id: number) =>
  (await visits().alarms()).body.data.filter(
    (alarm: { kind: string; subject: { id: number } | null }) => alarm.kind === kind && alarm.subject?.id === id,
  );

test('a toxic product is refused at a site that is to be free of poison, and needs registration and batch elsewhere', async () => {
  const { id } = await planned();
  const bait = { deviceId: traps[0], at: ago(0), product: 'Bait', amount: 20, unit: 'g', toxic: true };
  const add = (more: object) => call('POST', `/visit/${id}/material`, { clientId: randomUUID(), ...bait, ...more });
  expect((await add({ registration: null, batch: null })).body.errors).toEqual([
    { param: 'registration', msg: 'Required' },
    { param: 'batch', msg: 'Required' },
  ]);
  const named = { registration: 'AE-77', batch: 'B12', clientId: randomUUID() };
  expect((await add(named)).body.errors).toEqual([{ param: 'toxic', msg: 'poisonFree' }]);
  const { stated: _, id: __, site: ___, ...usual } = (await call('GET', `/policy/${site}`)).body.data;
  await call('PUT', `/policy/${site}`, { ...usual, poisonFree: false });
  const [first, again] = [await add(named), await add(named)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect((await sheet(id)).materials).toMatchObject([{ product: 'Bait', batch: 'B12', amount: 20 }]);
  await call('PUT', `/policy/${site}`, usual);
});

test('recommendations that arrive at the same time keep the limit', async () => {
  const { id } = await planned();
  const body = { text: 'Close the gap', severity: 'ok', dueOn: '2030-01-01', ownerId: null };
  const replies = await Promise.all(
    Array.from({ length: 22 }, () => call('POST', `/visit/${id}/recommendation`, { clientId: randomUUID(), ...body })),
  );
  expect(replies.map(({ status }) => status).toSorted()).toEqual([...Array(20).fill(200), 409, 409]);
});

test('a recommendation that nobody has followed raises an alarm of its visit until it is done', async () => {
  const { id } = await planned();
  const body = {
    clientId: randomUUID(),
    text: 'Seal the gap under dock 3',
    severity: 'poor',
    dueOn: ago(3 * dayMs).slice(0, 10),
    ownerId: null,
  };
  const added = await call('POST', `/visit/${id}/recommendation`, body);
  expect(added.body.data).toMatchObject({ state: 'open', overdue: true });
  await doDue(app.kit, [dueRecommendations]);
  expect(await alarmsOf('action-overdue', id)).toHaveLength(1);
  const path = `/visit/${id}/recommendation/${added.body.data.id}`;
  expect((await call('POST', `${path}/done`, { note: 'Sealed' })).body.data).toMatchObject({
    state: 'done',
    overdue: false,
  });
  expect((await call('POST', `${path}/reject`, { reason: 'No' })).body.word).toBe('step-not-possible');
  const [alarm] = await alarmsOf('action-overdue', id);
  expect(alarm?.condition ?? 'gone').not.toBe('active');
});

test('a site has the usual policy until one is stated, whose review is announced once', async () => {
  const { data } = (await call('GET', `/policy/${site}`)).body;
  expect(data).toMatchObject({ poisonFree: true, visitEveryDays: 28, respondH: { 'interior-food': 4 } });
  const { stated: _, id: __, site: ___, ...usual } = data;
  const levels = { ...usual.actionLevels, interior: { amber: 5, red: 3 } };
  const faults = (await call('PUT', `/policy/${site}`, { ...usual, actionLevels: levels })).body.errors;
  expect(faults).toEqual([{ param: 'actionLevels.interior.red', msg: 'outOfRange' }]);
  expect((await call('PUT', `/policy/${site}`, { ...usual, reviewDue: '2026-01-01' })).body.data.stated).toBe(true);
  await doDue(app.kit, [dueReviews]);
  expect(await alarmsOf('review-due', site)).toHaveLength(1);
  expect((await call('GET', `/policy/${site}/history`)).body.totalRecords).toBeGreaterThan(0);
});
