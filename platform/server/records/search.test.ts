import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { countStatements, type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import type { Context, Handler } from '../serve.ts';
import { type SearchedList, searchedLists } from './search.ts';

let app: Rasid;
let customer: TestPerson;
let lists: readonly SearchedList[];
beforeAll(async () => {
  app = await rasid();
  customer = await app.signIn('customer@rasid.test');
  lists = app.kit.searchedLists;
});
afterEach(() => {
  app.kit.searchedLists = lists;
});
afterAll(() => app.close());

type Kind = { app: string; list: string; rows: { id: number; name: string }[] };
const search = async (person: TestPerson, text: string) => {
  const reply = await person.call('GET', `/search?${new URLSearchParams({ text })}`);
  expect(reply.status).toBe(200);
  return reply.body.data as { found: Kind[]; failed: Omit<Kind, 'rows'>[] };
};
const names = ({ found }: { found: Kind[] }) => found.map((one) => `${one.app} ${one.list}`);
const asked = async (person: TestPerson) => {
  const seen: string[] = [];
  app.kit.searchedLists = lists.map((one) => ({
    ...one,
    handler: async () => {
      seen.push(`${one.app.id} ${one.list}`);
      return { data: [], totalRecords: null };
    },
  }));
  await search(person, 'tank');
  return seen;
};
/** The lists, one of them served by something else. */
const served = (name: string, handler: (context: Context) => Promise<unknown>) => {
  app.kit.searchedLists = lists.map((one) =>
    `${one.app.id} ${one.list}` === name ? { ...one, handler: handler as Handler } : one,
  );
};

test('one search returns at most five matches of every list, in the shape of the list', async () => {
  const all = await search(customer, 'tank');
  const devices = all.found.find((one) => one.app === 'sample' && one.list === 'device.list');
  const { data } = (await customer.call('GET', '/sample/device?search=tank&limit=5&total=false')).body;
  expect(devices?.rows).toEqual(data);
  for (const { rows } of all.found) expect(rows.length).toBeLessThanOrEqual(5);
  expect(all.failed).toEqual([]);
});

test('invisible characters are not part of a search', async () => {
  const [structure] = (await search(customer, 'a')).found.find(({ list }) => list === 'structure.search')?.rows ?? [];
  const marked = await customer.call('GET', `/search?${new URLSearchParams({ text: `${structure?.name} \t` })}`);
  expect(names(marked.body.data)).toContain('places structure.search');
});

test('lists that the caller may not read are not searched', async () => {
  expect(await asked(customer)).toEqual(expect.arrayContaining(['places structure.search', 'sample device.list']));
  expect(await asked(customer)).not.toContain('accounts platformStaff.list');
  expect(await asked(await app.signIn('super@rasid.test'))).toContain('accounts platformStaff.list');
});

test('lists of an app that the company is not entitled to are not searched', async () => {
  const newcomer = await asked(await app.signIn('newcomer@rasid.test'));
  expect(newcomer.filter((name) => name.startsWith('sample'))).toEqual([]);
});

test('lists of a company are not searched without a selected company', async () => {
  expect(await asked(await app.signIn('super@rasid.test'))).not.toContain('places structure.search');
});

test('a stranger finds no record of another company', async () => {
  const mine = (await search(customer, 'tank')).found.flatMap(({ list, rows }) =>
    rows.map(({ id }) => `${list} ${id}`),
  );
  const theirs = await search(await app.signIn('other@rasid.test'), 'tank');
  const found = theirs.found.flatMap(({ list, rows }) => rows.map(({ id }) => `${list} ${id}`));
  expect(mine.length).toBeGreaterThan(0);
  expect(found.filter((one) => mine.includes(one))).toEqual([]);
});

test('the search names a list that fails and returns the others', async () => {
  served('places structure.search', async ({ tx }) => sql`SELECT 1 / 0`.execute(tx));
  const { failed, ...rest } = await search(customer, 'tank');
  expect(failed).toEqual([{ app: 'places', list: 'structure.search' }]);
  expect(names(rest)).toContain('sample device.list');
});

test('the search cancels and names a list after two seconds and returns the others', async () => {
  served('places structure.search', async ({ tx }) => sql`SELECT pg_sleep(30)`.execute(tx));
  const before = Date.now();
  const { failed, ...rest } = await search(customer, 'tank');
  expect(Date.now() - before).toBeLessThan(4000);
  expect(failed).toEqual([{ app: 'places', list: 'structure.search' }]);
  expect(names(rest)).toContain('sample device.list');
  const sleeping = () =>
    app.kit.pool.query(
      "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND state = 'active' AND query LIKE '%pg_sleep(30)%' AND pid <> pg_backend_pid()",
    );
  await expect.poll(async () => (await sleeping()).rowCount).toBe(0);
});

test('the search of a list takes at most nine statements', async () => {
  const count = (await asked(customer)).length;
  app.kit.searchedLists = lists;
  const session = await countStatements(app, () => customer.call('GET', '/rooms/api/room/count'));
  const statements = await countStatements(app, () => search(customer, 'a'));
  expect(statements).toBeLessThanOrEqual(session + count * 9);
});

test('a manifest with an unknown search list prevents the start', () => {
  const slice = {
    app: { ...app.kit.apps[0], id: 'wrong', routes: {}, search: [{ list: 'none.list', icon: 'box' }] },
    handlers: {},
  };
  expect(() => searchedLists([slice as never])).toThrow('wrong: "none.list" under search');
});

test('many searches of one company at once leave connections to the people of others', async () => {
  const other = await app.signIn('other@rasid.test');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  let [active, most] = [0, 0];
  app.kit.searchedLists = lists.map((one) => ({
    ...one,
    handler: async () => {
      active += 1;
      most = Math.max(most, active);
      await released;
      active -= 1;
      return { data: [], totalRecords: null };
    },
  }));
  const searches = Promise.all(Array.from({ length: 6 }, () => search(customer, 'tank')));
  await vi.waitFor(() => expect(active).toBe(8));
  expect((await other.call('GET', '/user/session')).status).toBe(200);
  release();
  await searches;
  expect(most).toBe(8);
});
