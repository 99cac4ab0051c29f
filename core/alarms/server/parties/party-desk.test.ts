import { describe, expect, test } from 'vitest';
import { grantApp } from '#core/accounts/server/api.ts';
import {
  act,
  app,
  asSystem,
  companies,
  force,
  hq,
  monitor,
  owner,
  read,
  withParties,
} from '#main/testing/test-alarms.ts';
import { lockWaits } from '#main/testing/test-locks.ts';
import { statementsOf, type TestPerson } from '#main/testing.ts';
import { emit } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { endParty } from './end-parties.ts';
import { addParties } from './join-parties.ts';
import { moveDesk } from './move-desk.ts';

withParties();

const ids = async (person: TestPerson, query = '', path = '/rooms/api/alarm'): Promise<number[]> =>
  (await person.call('GET', `${path}?limit=100${query}`)).body.data.map(({ id }: { id: number }) => id);

describe('the desk', () => {
  test('of an alarm may close it, and the other companies may not', async () => {
    const id = await force(20, { desk: 'monitor' });
    expect((await read(owner, id)).actions).not.toContain('terminate');
    expect((await act(owner, id, 'terminate')).body.word).toBe('alarm-action-not-allowed');
    expect((await act(hq, id, 'terminate')).body.word).toBe('alarm-action-not-allowed');
    expect((await act(monitor, id, 'terminate', { verdict: 'genuine' })).body.data).toMatchObject({
      disposition: 'terminated',
      outcome: { verdict: 'genuine' },
    });
    expect(await read(owner, id)).toMatchObject({ outcome: { verdict: 'genuine' }, actions: ['comment'] });
    const late = await act(hq, id, 'acknowledge');
    expect([late.status, late.body.word, late.body.detail.by]).toEqual([409, 'alarm-action-not-allowed', undefined]);
    const owners = await act(owner, id, 'acknowledge');
    expect([owners.body.word, owners.body.detail.by]).toEqual(['already-taken', 'نورة العتيبي']);
  });

  test('moves to another company, whose acknowledgement is removed', async () => {
    const id = await force(21);
    await act(monitor, id, 'acknowledge');
    await asSystem((context) => moveDesk(context, id, { to: companies.monitor, reason: 'contract-ended' }));
    const alarm = await read(monitor, id);
    expect(alarm).toMatchObject({ acknowledged: false, desk: { role: 'monitor', mine: true } });
    expect(alarm.actions).toContain('terminate');
    expect(alarm.events.at(-1)).toMatchObject({
      action: 'desk-moved',
      data: { from: 'owner', to: 'monitor', reason: 'contract-ended' },
    });
    expect(await ids(monitor, '&desk=mine')).toContain(id);
    expect(await ids(owner, '&desk=mine')).not.toContain(id);
    expect(await ids(owner, '&desk=others')).toContain(id);
  });

  test('moves to companies of the open alarm only', async () => {
    const id = await force(22, { parties: ['hq'] });
    const move = () => asSystem((context) => moveDesk(context, id, { to: companies.monitor, reason: 'quiet' }));
    await expect(move()).rejects.toMatchObject({ word: 'desk-not-party' });
    await asSystem((context) =>
      addParties(context, id, [{ companyId: companies.monitor, role: 'monitor', view: { subject: 'Room' } }]),
    );
    await move();
    await act(monitor, id, 'terminate');
    await expect(move()).rejects.toMatchObject({ word: 'alarm-closed' });
  });

  test('does not move to a company that ceases to be a party at the same moment', async () => {
    const id = await force(34);
    const ending = await app.kit.pool.connect();
    try {
      await ending.query('BEGIN');
      await ending.query('SELECT FROM alarm WHERE id = $1 FOR UPDATE', [id]);
      await ending.query('UPDATE alarm_party SET until_at = now() WHERE alarm_id = $1 AND company_id = $2', [
        id,
        companies.monitor,
      ]);
      const moved = asSystem((context) => moveDesk(context, id, { to: companies.monitor, reason: 'quiet' }));
      const refused = expect(moved).rejects.toMatchObject({ word: 'desk-not-party' });
      await lockWaits(app, 1, 'alarm');
      await ending.query('COMMIT');
      await refused;
    } finally {
      ending.release();
    }
  });

  test('a party that has not been declared, or is not of the alarm, is a mistake of the app', async () => {
    const id = await force(23);
    const party = { companyId: companies.hq, role: 'neighbour', view: { subject: 'Room' } };
    await expect(asSystem((context) => addParties(context, id, [party]))).rejects.toThrow(/declares no party/);
  });
});

test('people of a desk that works for the owner by a contract act as the desk, and see what the owner sees', async () => {
  const integrator = await app.signIn('integrator@rasid.test');
  const { company } = (await integrator.call('GET', '/session')).body.data;
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'rooms', [company.id]));
  const id = await force(25, { parties: [] });
  const party = { companyId: company.id, role: 'monitor', view: { subject: 'Room' } };
  await asSystem(async (context) => {
    await addParties(context, id, [party]);
    await moveDesk(context, id, { to: company.id, reason: 'quiet' });
  });
  const alarm = await read(integrator, id);
  expect(alarm).toMatchObject({ subject: { type: 'room' }, party: null, desk: { role: 'monitor', mine: true } });
  expect(alarm.actions).toContain('terminate');
  expect((await act(integrator, id, 'acknowledge')).body.data).toMatchObject({ acknowledged: true });
  expect(await read(owner, id)).toMatchObject({
    acknowledged: false,
    desk: { acknowledgedBy: { name: 'Yousef Najm' } },
  });
  // Those who have selected the customer act for it.
  const headers = { 'customer-id': String(companies.owner) };
  const selected = await integrator.call('GET', `/rooms/api/alarm/${id}`, { headers });
  expect(selected.body.data).toMatchObject({ acknowledged: false, desk: { mine: false } });
});

describe('a party that has ended', () => {
  const end = (id: number, readsOn?: boolean) =>
    asSystem((context) =>
      endParty(context, [id], companies.monitor, { reason: 'quiet', ...(readsOn === undefined ? {} : { readsOn }) }),
    );

  test('reads what was before, and can do nothing; its desk falls back to the owner', async () => {
    const id = await force(30, { desk: 'monitor' });
    await act(monitor, id, 'comment', { comment: 'On the way' });
    await end(id);
    await act(owner, id, 'comment', { comment: 'Later' });
    const seen = await read(monitor, id);
    expect(seen.events.map(({ text }: { text: string | null }) => text)).toContain('On the way');
    expect(seen.events.map(({ text }: { text: string | null }) => text)).not.toContain('Later');
    expect(seen.actions).toEqual([]);
    expect((await act(monitor, id, 'comment', { comment: 'Hello' })).status).toBe(409);
    expect(await ids(monitor)).not.toContain(id);
    expect(await read(owner, id)).toMatchObject({ desk: { role: 'owner', mine: true } });
    await act(owner, id, 'acknowledge');
    const late = await act(monitor, id, 'acknowledge');
    expect([late.status, late.body.detail?.by]).toEqual([409, undefined]);
    const news = (await monitor.call('GET', '/overview/alarm-event?limit=100')).body.data as {
      action: string;
      alarm: { id: number };
    }[];
    expect(news.flatMap(({ action, alarm }) => (alarm.id === id ? action : []))).toEqual([
      'desk-moved',
      'party-ended',
      'commented',
      'party-added',
      'raised',
    ]);
    await act(owner, id, 'terminate');
    expect(await ids(monitor, '', '/rooms/api/alarm/history')).toContain(id);
  });

  test('does not read on if it must not', async () => {
    const id = await force(31);
    await end(id, false);
    expect((await monitor.call('GET', `/rooms/api/alarm/${id}`)).status).toBe(404);
    expect((await act(monitor, id, 'comment', { comment: 'Hello' })).status).toBe(404);
    expect((await read(hq, id)).id).toBe(id);
  });

  test('can be added again', async () => {
    const id = await force(32);
    await act(monitor, id, 'acknowledge');
    await end(id);
    const party = { companyId: companies.monitor, role: 'monitor', view: { subject: 'Back' } };
    await asSystem((context) => addParties(context, id, [party]));
    expect(await read(monitor, id)).toMatchObject({ acknowledged: false, subject: { name: 'Back' } });
  });

  test('stays ended while its alarm is raised again', async () => {
    const id = await force(39);
    await end(id, false);
    expect(await force(39)).toBe(id);
    expect((await monitor.call('GET', `/rooms/api/alarm/${id}`)).status).toBe(404);
    expect((await read(hq, id)).party.untilAt).toBeNull();
  });

  test('ends with the contract of the two companies, in both directions, and with no other', async () => {
    const id = await force(33, { desk: 'monitor' });
    const contract = { providerId: companies.monitor, clientId: companies.owner, cause: 'date' as const };
    await asSystem((context) => emit(context, 'contract.ended', { ...contract, clientId: companies.hq }));
    expect((await read(monitor, id)).desk.mine).toBe(true);
    await asSystem((context) => emit(context, 'contract.ended', contract));
    expect(await ids(monitor)).not.toContain(id);
    expect(await ids(hq)).toContain(id);
    expect((await read(owner, id)).events.at(-1)).toMatchObject({
      action: 'desk-moved',
      data: { from: 'monitor', to: 'owner', reason: 'contract-ended' },
    });
  });
});

test('the list reads the own alarms and those of other companies by one index each, and passes no further alarms', async () => {
  const [statement] = (await statementsOf(app, () => ids(owner, '', '/alarm'))).filter((text) =>
    text.includes('UNION ALL'),
  );
  const client = await app.kit.pool.connect();
  try {
    await client.query('BEGIN; SET LOCAL enable_seqscan = off');
    const { rows } = await client.query(`EXPLAIN (GENERIC_PLAN, COSTS off) ${statement}`);
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/using alarm_desk on alarm.*\n\s+Index Cond: \(company_id = /);
    expect(plan).toMatch(/using alarm_party_company on alarm_party.*\n\s+Index Cond: \(company_id = /);
    expect(plan).not.toContain('Seq Scan on alarm');
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
