import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestTraps } from '#main/testing/traps/test-traps.ts';

let traps: TestTraps;
beforeAll(async () => {
  traps = await TestTraps.begin();
});
afterAll(() => traps.app.close());

const minute = 60_000;
const event = (kind: string, minutes: number, data: object = {}) => ({ ts: Date.now() - minutes * minute, kind, data });
const list = async (query: string) => (await traps.call('GET', `/trap?${query}`)).body;

test('a trap has what people enter for it, and its number is free in its site', async () => {
  const site = await traps.site();
  const [first, second, elsewhere] = [await traps.add({}, site), await traps.add({}, site), await traps.add()];
  const fields = { number: 7, kind: 'multi-catch', zone: 'interior-food', lure: 'Peanut butter', capacity: 12 };
  const changed = await traps.call('PATCH', `/trap/${first.id}`, fields);
  expect(changed.body.data).toMatchObject({
    ...fields,
    id: first.id,
    target: 'both',
    liveCatch: false,
    state: 'armed',
  });
  const taken = await traps.call('PATCH', `/trap/${second.id}`, { number: 7 });
  expect([taken.status, taken.body.errors]).toMatchObject([418, [{ param: 'number', msg: expect.anything() }]]);
  expect((await traps.call('PATCH', `/trap/${elsewhere.id}`, { number: 7 })).status).toBe(200);
  expect((await traps.call('PATCH', `/trap/${first.id}`, { number: 7, lure: null })).body.data).toMatchObject({
    number: 7,
    lure: null,
  });
  expect((await list(`structureId=${site}`)).totalRecords).toBe(2);
});

test('two traps that get the same number at the same moment do not both have it', async () => {
  const site = await traps.site();
  const ids = await Promise.all([1, 2, 3].map(async () => (await traps.add({}, site)).id));
  const answers = await Promise.all(ids.map((id) => traps.call('PATCH', `/trap/${id}`, { number: 3 })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 418, 418]);
});

test('an operator changes the lure and nothing else', async () => {
  const { id } = await traps.add();
  const { operator } = await traps.people();
  const change = (body: object) => operator.call('PATCH', `/rodent/trap/${id}`, { body });
  expect((await change({ lure: 'Chocolate' })).body.data).toMatchObject({ lure: 'Chocolate' });
  expect((await change({ lure: 'Chocolate', zone: 'exterior' })).status).toBe(403);
});

test('the list says which traps are sprung, since when, and which need a hand', async () => {
  const site = await traps.site();
  const [set, sprung, full] = [
    await traps.add({ number: 1 }, site),
    await traps.add({ number: 2 }, site),
    await traps.add({ number: 3, kind: 'multi-catch', capacity: 2 }, site),
  ];
  await traps.events(set, [event('hit', 30), event('rearm', 20)]);
  await traps.events(sprung, [event('hit', 25)]);
  await traps.events(full, [event('hit', 15), event('hit', 10)]);
  const { data } = await list(`structureId=${site}&sort[number]=asc`);
  expect(data).toMatchObject([
    { number: 1, state: 'armed', hits: 1, needsHand: false, needs: [] },
    { number: 2, state: 'sprung', hits: 1, needsHand: true, full: false, needs: ['sprung'] },
    { number: 3, hits: 2, full: true, needsHand: true, needs: ['full'] },
  ]);
  await traps.values(set, Date.now() - minute, { displaced: true, battery: 12 });
  expect((await list(`id=${set.id}`)).data[0].needs).toEqual(['displaced', 'battery']);
  await traps.values(set, Date.now(), { displaced: false, battery: 90 });
  expect(Date.now() - Date.parse(data[1].since)).toBeGreaterThan(24 * minute);
  const numbers = async (query: string) =>
    (await list(`structureId=${site}&sort[number]=asc&${query}`)).data.map(({ number }: { number: number }) => number);
  expect(await numbers('needsHand=true')).toEqual([2, 3]);
  expect(await numbers('kind=multi-catch')).toEqual([3]);
  expect(await numbers('zone=exterior')).toEqual([]);
  await traps.events(full, [event('service', 1)]);
  expect((await list(`id=${full.id}`)).data[0]).toMatchObject({ full: false });
});

test('the list of devices gets what each trap is, when it was last hit and visited, and why it needs a hand', async () => {
  const site = await traps.site();
  const [near, far] = [
    await traps.add({ number: 1, zone: 'exterior', lure: 'Paste' }, site),
    await traps.add({}, site),
  ];
  await traps.events(near, [event('hit', 30)]);
  await traps.values(far, Date.now() - minute, { battery: 90 });
  const visit = {
    structureId: site,
    kind: 'alarm',
    plannedAt: new Date().toISOString(),
    technicianId: null,
    note: null,
  };
  const { id } = (await traps.call('POST', '/visit', visit)).body.data;
  const check = (deviceId: number, minutes: number, more: object) => ({
    ...{ clientId: randomUUID(), deviceId, at: new Date(Date.now() - minutes * minute).toISOString() },
    ...more,
  });
  const lines = [
    check(near.id, 20, { finding: 'dirty' }),
    check(near.id, 10, { finding: 'inaccessible', reason: 'A pallet stood there' }),
    check(far.id, 10, { finding: 'missing', reason: 'Not found' }),
  ];
  await traps.call('POST', `/visit/${id}/line`, { lines });
  const facts = (await traps.call('GET', '/trap/facts')).body.data as { id: number }[];
  expect(facts.find((one) => one.id === near.id)).toEqual({
    ...{ id: near.id, number: 1, zone: 'exterior', kind: 'snap', lure: 'Paste', state: 'sprung' },
    ...{
      since: expect.any(String),
      hits: 1,
      lastHitAt: expect.any(String),
      lastVisitAt: lines[0]?.at,
      needs: ['sprung'],
    },
  });
  expect(facts.find((one) => one.id === far.id)).toMatchObject({ number: null, lastVisitAt: null, needs: [] });
  expect((await list(`id=${near.id}`)).data[0]).toMatchObject({ lastVisitAt: lines[0]?.at, lastFinding: 'dirty' });
  const newestFirst = await list(`structureId=${site}&sort[lastVisitAt]=desc`);
  expect(newestFirst.data.map((one: { id: number }) => one.id)).toEqual([near.id, far.id]);
  const { operator } = await traps.people();
  await traps.grant('qasr');
  const other = await traps.app.signIn('other@rasid.test');
  const seen = async (person: typeof other): Promise<number[]> =>
    (await person.call('GET', '/rodent/trap/facts')).body.data.map((one: { id: number }) => one.id);
  expect((await seen(operator)).toSorted()).toEqual(facts.map((one) => one.id).toSorted());
  expect((await seen(other)).filter((of) => facts.some((one) => one.id === of))).toEqual([]);
});

test('the sites with traps say how many there are, are sprung or silent, and how many alarms are open', async () => {
  const [site, quiet, without] = [await traps.site(), await traps.site(), await traps.site()];
  const [first, second, third] = [
    await traps.add({ number: 1 }, site),
    await traps.add({ number: 2 }, site),
    await traps.add({}, site),
  ];
  const calm = await traps.add({}, quiet);
  await traps.app.kit.pool.query('UPDATE structure SET lat = 25.2, lng = 55.3 WHERE id = $1', [site]);
  const connect =
    "UPDATE device SET connection = CASE WHEN id = $1 THEN 'offline' ELSE 'online' END WHERE id IN ($1, $2)";
  await traps.app.kit.pool.query(connect, [third.id, calm.id]);
  for (const trap of [first, second]) await traps.events(trap, [event('hit', 25)]);
  await traps.events(second, [event('rearm', 20)]);
  const open = (await traps.alarms(first, second)).length;
  expect(open).toBeGreaterThan(0);
  const sitesOf = async (person = traps.customer) =>
    (await person.call('GET', '/rodent/metadata/structures?limit=100')).body.data as { id: number }[];
  const sites = await sitesOf();
  expect(sites.find(({ id }) => id === site)).toEqual({
    ...{ id: site, companyId: traps.company, name: 'Warehouse', location: { lat: 25.2, lng: 55.3 } },
    ...{ traps: 3, sprung: 1, silent: 1, openAlarms: open },
  });
  expect(sites.find(({ id }) => id === quiet)).toMatchObject({
    ...{ traps: 1, sprung: 0, silent: 0, openAlarms: 0, location: null },
  });
  expect(sites.filter(({ id }) => id === without)).toEqual([]);
  const viewer = await traps.app.signIn('viewer@rasid.test');
  const users = [(await viewer.call('GET', '/session')).body.data.user.id];
  const group = { name: 'One site', users, resources: [quiet], permissions: { device: ['read'] } };
  expect((await traps.call('POST', '/permissions-group', group)).status).toBe(201);
  expect(await sitesOf(viewer)).toMatchObject([{ id: quiet, traps: 1 }]);
  await traps.grant('qasr');
  const theirs = await sitesOf(await traps.app.signIn('other@rasid.test'));
  expect(theirs.filter(({ id }) => sites.some((one) => one.id === id))).toEqual([]);
});
