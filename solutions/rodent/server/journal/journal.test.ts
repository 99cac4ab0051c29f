import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { storedAlarms } from '#core/alarms/server/api.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { type TestTrap, TestTraps } from '#main/testing/traps/test-traps.ts';
import { countStatements } from '#main/testing.ts';
import type { JournalLine } from '../../common/journal.ts';
import { dueVisits } from '../visits/missed-visits.ts';

let traps: TestTraps;
let site: number;
let trap: TestTrap;
const minute = 60_000;
const ago = (minutes: number) => new Date(Date.now() - minutes * minute).toISOString();
const lines = async (query = '', person = traps.customer): Promise<JournalLine[]> =>
  (await person.call('GET', `/rodent/log?limit=100${query}`)).body.data;
const kinds = async (query: string) => (await lines(query)).map(({ kind }) => kind);

/** A trap that was hit, set again, given a verdict, checked on a visit and renamed, in this order. */
async function busyTrap(at: number): Promise<TestTrap> {
  const one = await traps.add({ number: 4 }, at);
  const event = (kind: string, minutes: number) => ({ ts: Date.now() - minutes * minute, kind, data: {} });
  await traps.events(one, [event('hit', 50), event('rearm', 40)]);
  const [hit] = await traps.hits(one);
  const mouse = { verdict: 'catch', species: 'house-mouse', count: 1 };
  await traps.call('POST', `/hit/${hit?.id}/verdict`, mouse);
  const planned = { structureId: at, kind: 'alarm', plannedAt: ago(0), technicianId: null, note: null };
  const { id } = (await traps.call('POST', '/visit', planned)).body.data;
  const check = { clientId: randomUUID(), deviceId: one.id, at: ago(20), finding: 'dirty', actions: ['cleaned'] };
  await traps.call('POST', `/visit/${id}/line`, { lines: [check] });
  await traps.wait(one);
  await traps.alarms(one);
  await traps.call('PATCH', `/device/${one.id}`, { name: 'At the gate' });
  return one;
}

beforeAll(async () => {
  traps = await TestTraps.begin();
  site = await traps.site();
  trap = await busyTrap(site);
});
afterAll(() => traps.app.close());

test('the journal has hits, arming, verdicts, checks and changes of all traps, the newest first', async () => {
  const found = await lines(`&deviceId=${trap.id}&kind=hit,rearm,verdict,visit,renamed`);
  expect(found.map(({ kind }) => kind)).toEqual(['renamed', 'verdict', 'visit', 'rearm', 'hit']);
  const [renamed, verdict, visit, rearm, hit] = found;
  for (const line of found) expect(line).toMatchObject({ number: 4, structure: { id: site }, device: { id: trap.id } });
  expect(renamed).toMatchObject({ data: { to: 'At the gate' }, actor: expect.any(String), hit: null });
  expect(verdict).toMatchObject({
    verdict: { verdict: 'catch', species: 'house-mouse', count: 1, reason: null },
    actor: expect.any(String),
  });
  expect(visit?.visit).toMatchObject({ number: expect.stringMatching(/^V-/), finding: 'dirty', actions: ['cleaned'] });
  expect(rearm).toMatchObject({ actor: null, hit: { kind: 'activation' } });
  expect(hit?.hit).toMatchObject({ verdict: 'catch', presumed: false, fromAt: null });
  expect(new Set(found.map(({ id }) => id)).size).toBe(5);
  const oldest = await lines(`&deviceId=${trap.id}&kind=hit,rearm,verdict,visit,renamed&sort[at]=asc`);
  expect(oldest.map(({ id }) => id)).toEqual(found.map(({ id }) => id).toReversed());
});

test('the journal is filtered by kind, site, trap and period, and read by pages', async () => {
  const elsewhere = await traps.site();
  await busyTrap(elsewhere);
  expect(await kinds(`&structureId=${site}&kind=hit,visit`)).toEqual(['visit', 'hit']);
  expect(await kinds(`&structureId=${site}&kind=renamed`)).toEqual(['renamed']);
  expect(await kinds(`&structureId=${elsewhere}&kind=hit`)).toEqual(['hit']);
  expect(await kinds(`&deviceId=${trap.id}&at[from]=${ago(45)}&at[to]=${ago(15)}`)).toEqual(['visit', 'rearm']);
  expect(await kinds(`&deviceId=${trap.id}`)).not.toContain('sleeping');
  expect(await kinds(`&deviceId=${trap.id}&kind=sleeping,online`)).not.toEqual([]);
  const all = await lines(`&structureId=${site},${elsewhere}`);
  const pages: JournalLine[][] = [];
  for (let skip = 0; skip < all.length; skip += 3) {
    const page = await traps.call('GET', `/log?limit=3&skip=${skip}&structureId=${site},${elsewhere}`);
    expect(page.body.totalRecords).toBe(all.length);
    pages.push(page.body.data);
  }
  expect(pages.flat()).toEqual(all);
  const faults = async (query: string) => (await traps.call('GET', `/log?${query}`)).body.errors;
  expect(await faults(`at[from]=${ago(367 * 1440)}`)).toMatchObject([{ param: 'at' }]);
  expect(await faults('deviceId=a')).toMatchObject([{ param: 'deviceId' }]);
});

test('a page of the journal takes as many statements for one line of a kind as for many', async () => {
  const few = await countStatements(traps.app, () => lines(`&deviceId=${trap.id}&kind=hit,visit,alarm`));
  const many = await countStatements(traps.app, () => lines('&kind=hit,visit,alarm'));
  expect((await lines('&kind=hit,visit,alarm')).length).toBeGreaterThan(2);
  expect(many).toBe(few);
});

test('the journal has the lines of the own company alone, and of those what a person may read', async () => {
  await traps.grant('qasr');
  const other = await traps.app.signIn('other@rasid.test');
  const devices = async (query: string) => (await lines(query, other)).map(({ device }) => device?.id);
  expect(await devices('&kind=hit,rearm,verdict,visit')).not.toContain(trap.id);
  expect(await devices(`&deviceId=${trap.id}`)).toEqual([]);
  const { operator } = await traps.people();
  const readable = await lines(`&deviceId=${trap.id}`, operator);
  expect(new Set(readable.map(({ kind }) => kind))).toContain('hit');
  // The operator may read devices and hits, but no visits.
  expect(readable.map(({ kind }) => kind)).not.toContain('visit');
});

test('the journal has alarms of traps and of sites where they began, with what has become of them', async () => {
  const at = await traps.site();
  const one = await busyTrap(at);
  const called = { structureId: at, kind: 'alarm', plannedAt: ago(0), technicianId: null, note: null };
  const call = (await traps.call('POST', '/visit', called)).body.data;
  const armed = { clientId: randomUUID(), deviceId: one.id, at: ago(5), finding: 'ok', actions: ['re-armed'] };
  await traps.call('POST', `/visit/${call.id}/line`, { lines: [armed] });
  const found = await lines(`&structureId=${at}&kind=alarm`);
  expect(found).toMatchObject([
    {
      ...{ kind: 'alarm', number: 4, device: { id: one.id }, structure: { id: at }, hit: null },
      alarm: { kind: 'catch', class: 'operational', condition: 'cleared', closedAt: null },
    },
  ]);
  const planned = { structureId: at, kind: 'planned', plannedAt: ago(3 * 1440), technicianId: null, note: null };
  const { id, number } = (await traps.call('POST', '/visit', planned)).body.data;
  await dueDone(traps.app, [dueVisits]);
  const [missed] = await lines(`&structureId=${at}&kind=alarm&at[from]=${ago(60)}`);
  expect(missed).toMatchObject({ device: null, number: null, alarm: { kind: 'visit-missed', subject: number } });
  expect(await kinds(`&deviceId=${one.id}&kind=alarm`)).toEqual(['alarm']);
  expect(await kinds(`&structureId=${at}&kind=alarm&at[to]=${ago(6 * 1440)}`)).toEqual([]);
  const { operator } = await traps.people();
  expect(await lines('&kind=alarm', operator)).toEqual([]);
  await traps.call('DELETE', `/visit/${id}`);
  const [ended] = await lines(`&structureId=${at}&kind=alarm&at[from]=${ago(60)}`);
  expect(ended?.alarm).toMatchObject({ kind: 'visit-missed', closedAt: expect.any(String) });
});

test('lines of alarms are read in the order of an index, open and closed ones', async () => {
  const client = await traps.app.kit.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all; SET LOCAL enable_seqscan = off; SET LOCAL enable_sort = off');
    const plan = await client.query(
      `EXPLAIN SELECT r.id FROM ${storedAlarms} r WHERE r.company_id = 1 AND r.app = 'rodent' AND r.first_at >= now() - interval '1 year'
        ORDER BY r.first_at DESC, r.id DESC LIMIT 25`,
    );
    expect(JSON.stringify(plan.rows)).toContain('alarm_begun');
    expect(JSON.stringify(plan.rows)).not.toContain('Sort');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
