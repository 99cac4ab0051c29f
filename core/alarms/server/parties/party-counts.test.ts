import { beforeEach, expect, test } from 'vitest';
import { grantApp } from '#core/accounts/server/api.ts';
import {
  act,
  app,
  asSystem,
  companies,
  force,
  hiddenName,
  hq,
  monitor,
  owner,
  site,
  withParties,
} from '#main/testing/test-alarms.ts';
import { statementsOf, type TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import type { AlarmCount } from '../../common/alarm-count.ts';
import { endParty } from './end-parties.ts';

withParties();
beforeEach(() => app.kit.pool.query(`DELETE FROM alarm WHERE app = 'rooms'`));

const day = 86_400_000;
const path = (more = '', days = 1) =>
  `/rooms/api/alarm/count?from=${new Date(Date.now() - days * day).toISOString()}&to=${new Date(Date.now() + day).toISOString()}${more}`;
const counted = async (person: TestPerson, more = ''): Promise<AlarmCount> => {
  const { status, body } = await person.call('GET', path(more));
  expect(status).toBe(200);
  return body.data;
};
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
/** The numbers of open alarms and of raised ones on the board, and of the rows of the lists. */
async function numbersOf(person: TestPerson, more = '') {
  const { open, kinds, raised } = await counted(person, more);
  const rows = async (list: string) => {
    const { body } = await person.call('GET', `/rooms/api/alarm${list}?limit=1&total=1${more}`);
    return body.totalRecords as number;
  };
  const [live, history] = [await rows(''), await rows('/history')];
  expect({
    open: sum(Object.values(open)),
    kinds: sum(kinds.map(({ count }) => count)),
    raised: sum(raised.map(({ count }) => count)),
  }).toEqual({ open: live, kinds: live, raised: live + history });
  return [live, live + history];
}

test('the board of each company of an alarm counts the rows of its lists', async () => {
  await force(1);
  await force(2, { parties: ['monitor'] });
  await force(3, { parties: [] });
  expect([await numbersOf(owner), await numbersOf(monitor), await numbersOf(hq)]).toEqual([
    [3, 3],
    [2, 2],
    [1, 1],
  ]);
  expect((await counted(hq)).open).toEqual({ good: 0, ok: 0, poor: 0, problem: 1 });
  expect(await numbersOf(monitor, '&class=access')).toEqual([2, 2]);
  expect((await counted(monitor, '&class=watch')).kinds).toEqual([]);
});

test('an alarm that is closed, or whose party has ended, is no longer open for the company, and was raised all the same', async () => {
  const [closed, ended] = [await force(4, { desk: 'monitor' }), await force(5)];
  expect(await numbersOf(monitor)).toEqual([2, 2]);
  await act(monitor, closed, 'terminate', { verdict: 'genuine' });
  expect(await numbersOf(monitor)).toEqual([1, 2]);
  await asSystem((context) => endParty(context, [ended], companies.monitor, { reason: 'quiet' }));
  expect(await numbersOf(monitor)).toEqual([0, 2]);
  expect(await numbersOf(owner)).toEqual([1, 2]);
});

test('a party is not shown the site or the rule of the owner', async () => {
  const id = await force(6);
  await app.kit.pool.query('UPDATE alarm SET kind = $2, names = $3 WHERE id = $1', [
    ...[id, 'custom-7', JSON.stringify({ en: hiddenName(6), ar: 'خزنة' })],
  ]);
  expect((await counted(owner)).kinds).toMatchObject([{ kind: 'custom-7', names: { en: hiddenName(6) } }]);
  expect((await counted(monitor)).kinds).toEqual([
    { kind: 'custom', class: 'access', names: null, severity: 'problem', count: 1 },
  ]);
  expect(await numbersOf(owner, `&structureId=${site.id}`)).toEqual([1, 1]);
  expect(await numbersOf(monitor, `&structureId=${site.id}`)).toEqual([0, 0]);
});

test('a company that acts for two parties of an alarm counts it once', async () => {
  await force(7);
  const provider = await app.signIn('integrator@rasid.test');
  const { id } = (await provider.call('GET', '/session')).body.data.company;
  const { kit } = app;
  const { pool } = kit;
  await inSystem(kit.db, (tx) => grantApp(tx, 'rooms', [id]));
  await pool.query(`UPDATE company_relation SET status = 'disengaged' WHERE provider_id = $1 AND status = 'engaged'`, [
    id,
  ]);
  expect(await numbersOf(provider)).toEqual([0, 0]);
  await pool.query(
    `INSERT INTO company_relation (provider_id, client_id, status) SELECT $1, unnest($2::integer[]), 'engaged'`,
    [id, [companies.monitor, companies.hq]],
  );
  expect(await numbersOf(provider)).toEqual([1, 1]);
});

test('each number takes one statement, whatever the number of companies', async () => {
  await force(8);
  const statements = await statementsOf(app, () => counted(monitor));
  expect(statements.filter((text) => /FROM alarm_party p JOIN alarm t/.test(text))).toHaveLength(3);
});
