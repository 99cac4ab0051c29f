import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDemoContract, demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';
import { dueDone, eventually } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { assignPolice } from '../police/assign-police.ts';
import { dueAssignments } from './end-assignments.ts';

let panels: TestPanels;
/** The administrator and an operator of the security company. */
let security: TestPerson;
let guard: TestPerson;
let hq: TestPerson;
let officer: TestPerson;
let ids: Awaited<ReturnType<typeof demoCompanies>>;

beforeAll(async () => {
  panels = await TestPanels.begin();
  const { app } = panels;
  ids = await inSystem(app.kit.db, async (tx) => {
    const companies = await demoCompanies(tx);
    await grantApp(tx, 'defcon', [companies.wadi]);
    await addDemoContract(tx, { providerId: companies.aman, clientId: companies.reem, abilities: [], structures: [] });
    return companies;
  });
  [security, guard, hq, officer] = (await Promise.all(
    ['security', 'guard', 'hq', 'station'].map((name) => app.signIn(`${name}@rasid.test`)),
  )) as [TestPerson, TestPerson, TestPerson, TestPerson];
});
afterAll(() => panels.app.close());

const offer = async (panel: TestPanel, more: object = {}) =>
  panels.call('POST', '/device-assign', { panelId: panel.id, companyId: ids.aman, role: 'monitoring', ...more });
const of = (person: TestPerson) => (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  person.call(method, `/defcon${path}`, body ? { body } : {});
const answer = (id: number, with_: 'accept' | 'reject' | 'end', person = security) =>
  of(person)('POST', `/device-assign/${id}/${with_}`, with_ === 'reject' ? { comment: 'reject' } : {});

/** A panel that the security company watches, with its assignment. */
async function watched(zones?: Parameters<TestPanels['add']>[0]): Promise<TestPanel & { assignment: number }> {
  const panel = await panels.add(zones);
  const { id } = (await offer(panel)).body.data;
  expect((await answer(id, 'accept')).status).toBe(200);
  return { ...panel, assignment: id };
}

let broken = 0;
/** Arms the panel and breaks in a few minutes ago, which is not late. Returns the id of the incident. */
async function breakIn(panel: TestPanel, zone = 1): Promise<number> {
  const at = Date.now() - 600_000 + ++broken * 1000;
  await panels.signal(panel, at, { code: 'CL', group: 1, user: 1 });
  await panels.signal(panel, at + 100, { code: 'BA', group: 1, zone });
  const [incident] = await eventually(
    () => panels.incidents(panel),
    (found) => found.length > 0,
  );
  return incident.id;
}
const incident = (id: number) => `/alarm/intrusion/${id}`;
const read = async (person: TestPerson, id: number) => (await of(person)('GET', incident(id))).body.data;
const act = (person: TestPerson, id: number, action: string, body: object = {}) =>
  of(person)('POST', `${incident(id)}/${action}`, body);
const mark = (person: TestPerson, id: number, word: string, comment = 'It was a false alarm') =>
  act(person, id, 'comment', { comment, mark: word });
/** Whether a person opens it. */
const opens = async (person: TestPerson, path: string) => (await of(person)('GET', path)).status;

describe('an assignment', () => {
  test('is offered by the owner, and in force once the security company has accepted it', async () => {
    const panel = await panels.add();
    const made = await offer(panel);
    expect(made.body.data).toMatchObject({ state: 'pending', inForce: false, side: 'owner', allowed: ['withdraw'] });
    const { id } = made.body.data;
    expect((await offer(panel)).body.word).toBe('already-monitored');
    expect((await answer(id, 'accept', guard)).status).toBe(403);
    const received = (await of(security)('GET', '/device-assign?side=receiver&state=pending')).body.data;
    expect(received).toMatchObject([{ id, side: 'receiver', allowed: ['accept', 'reject'], panel: { id: panel.id } }]);
    expect((await answer(id, 'accept')).body.data).toMatchObject({ state: 'accepted', inForce: true });
    expect((await answer(id, 'reject')).body.word).toBe('not-pending');
  });

  test('needs a running contract, and a company of the right kind', async () => {
    const panel = await panels.add();
    expect((await offer(panel, { companyId: ids.gulfcare })).body.errors).toEqual([
      { param: 'companyId', msg: 'notFound' },
    ]);
    const { id } = (await offer(panel)).body.data;
    const { kit } = panels.app;
    const contract = (status: string) =>
      kit.pool.query('UPDATE company_relation SET contract_status = $3 WHERE provider_id = $1 AND client_id = $2', [
        ...[ids.aman, ids.reem, status],
      ]);
    await contract('Inactive');
    expect((await answer(id, 'accept')).body.word).toBe('no-contract');
    await contract('Active');
    expect((await answer(id, 'reject')).body.data.state).toBe('rejected');
  });

  test('begins and ends at its time, and is withdrawn if nobody answers', async () => {
    const { kit } = panels.app;
    const panel = await panels.add();
    const later = new Date(Date.now() + 3_600_000).toISOString();
    const { id } = (await offer(panel, { fromAt: later, untilAt: new Date(Date.now() + 7_200_000).toISOString() })).body
      .data;
    expect((await answer(id, 'accept')).body.data).toMatchObject({ state: 'accepted', inForce: false });
    const passes = (what: string) => kit.pool.query(`UPDATE defcon_assignment SET ${what} WHERE id = $1`, [id]);
    const state = async () => (await panels.done('GET', `/device-assign/${id}`)) as { state: string; inForce: boolean };
    await passes("due_at = now() - interval '1 second'");
    await dueDone(panels.app, [dueAssignments]);
    expect(await state()).toMatchObject({ state: 'accepted', inForce: true });
    await passes("due_at = now() - interval '1 second'");
    await dueDone(panels.app, [dueAssignments]);
    expect(await state()).toMatchObject({ state: 'ended', inForce: false });
    const other = (await offer(panel)).body.data.id;
    await kit.pool.query("UPDATE defcon_assignment SET due_at = now() - interval '1 second' WHERE id = $1", [other]);
    await dueDone(panels.app, [dueAssignments]);
    expect((await panels.done('GET', `/device-assign/${other}`)).steps.at(-1)).toMatchObject({
      step: 'withdraw',
      detail: { reason: 'not-answered' },
      person: null,
    });
  });
});

describe('the desk of the security company', () => {
  test('has the incidents of the panels that it watches, and no others', async () => {
    const [panel, other] = [await watched(), await panels.add()];
    const [id, foreign] = [await breakIn(panel), await breakIn(other)];
    const seen = await read(guard, id);
    expect(seen).toMatchObject({ desk: { role: 'monitor', mine: true }, party: { role: 'monitor' }, device: null });
    expect(await opens(guard, incident(foreign))).toBe(404);
    expect(await read(panels.customer, id)).toMatchObject({ desk: { role: 'monitor', mine: false } });
    expect(await read(panels.customer, foreign)).not.toHaveProperty('desk.mine', false);
  });

  test('is not silenced by the acknowledgement of the customer', async () => {
    const id = await breakIn(await watched());
    expect((await act(panels.customer, id, 'acknowledge')).status).toBe(200);
    expect(await read(guard, id)).toMatchObject({ acknowledged: false, desk: { acknowledgedAt: null } });
    expect((await act(panels.customer, id, 'terminate', { outcome: 'handled' })).status).toBe(409);
  });

  test('is the only one that closes it; two people who take it at once are one winner and one loser', async () => {
    const id = await breakIn(await watched());
    const replies = await Promise.all([act(guard, id, 'acknowledge'), act(security, id, 'acknowledge')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    const lost = replies.find(({ status }) => status === 409);
    expect(lost?.body).toMatchObject({ word: 'already-taken', detail: { by: expect.any(String) } });
    expect((await act(guard, id, 'terminate', { outcome: 'no-trace' })).body.data.disposition).toBe('terminated');
  });

  test('falls back to the customer when the assignment ends; what it closed stays readable', async () => {
    const panel = await watched();
    const closed = await breakIn(panel);
    await act(guard, closed, 'terminate', { outcome: 'test' });
    const open = await breakIn(panel, 2);
    expect((await answer(panel.assignment, 'end')).body.data.state).toBe('ended');
    expect(await read(panels.customer, open)).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect((await read(guard, open)).actions).toEqual([]);
    expect(await opens(guard, incident(closed))).toBe(200);
    const later = await breakIn(await panels.add());
    expect(await opens(guard, incident(later))).toBe(404);
  });

  test('falls back to the customer when the contract ends', async () => {
    const panel = await watched();
    const open = await breakIn(panel);
    await emittingAsSystem(panels.app.kit, panels.app.kit.db, (context) =>
      emit(context, 'contract.ended', { providerId: ids.aman, clientId: ids.reem, cause: 'date' }),
    );
    expect(await read(panels.customer, open)).toMatchObject({ desk: { role: 'owner', mine: true } });
    expect((await panels.done('GET', `/device-assign/${panel.assignment}`)).state).toBe('ended');
  });
});

describe('a panel', () => {
  const paths = ({ id }: TestPanel) =>
    ['', '/group', '/device', '/user', '/event'].map((part) => `/panel/${id}${part}`);

  test('is seen by the security company while its assignment is in force, and changed by its owner alone', async () => {
    const panel = await watched();
    await breakIn(panel);
    const list = async () =>
      (await of(guard)('GET', '/panel?limit=100')).body.data.map(({ id }: { id: number }) => id) as number[];
    expect(await list()).toContain(panel.id);
    for (const path of paths(panel)) expect([path, await opens(guard, path)]).toEqual([path, 200]);
    expect((await of(guard)('GET', `/panel/${panel.id}`)).body.data).toMatchObject({
      name: expect.any(String),
      zones: 2,
    });
    expect((await of(guard)('GET', `/panel/${panel.id}/device`)).body.data).toHaveLength(2);
    expect((await of(guard)('GET', `/panel/${panel.id}/event`)).body.data).not.toHaveLength(0);
    expect((await of(security)('PATCH', `/panel/${panel.id}`, { entryDelay: 10 })).status).toBe(404);
    await answer(panel.assignment, 'end');
    for (const path of paths(panel)) expect([path, await opens(guard, path)]).toEqual([path, 404]);
    expect(await list()).not.toContain(panel.id);
  });

  test('that nobody assigned is not seen', async () => {
    const panel = await panels.add();
    for (const path of paths(panel)) expect([path, await opens(security, path)]).toEqual([path, 404]);
  });
});

describe('a tenant', () => {
  test('sees an incident with a hit in an own zone, and of it that hit', async () => {
    const wadi = await panels.app.signIn('wadi@rasid.test');
    const panel = await watched();
    const zones = await panels.zones(panel);
    const path = `/panel/${panel.id}/device/${zones[1].id}/assign`;
    const { id } = await panels.done('POST', path, { companyId: ids.wadi });
    expect((await panels.call('POST', path, { companyId: ids.sahel })).body.word).toBe('already-assigned');
    await answer(id, 'accept', wadi);
    const elsewhere = await breakIn(panel, 1);
    expect(await opens(wadi, incident(elsewhere))).toBe(404);
    expect(await opens(wadi, `/panel/${panel.id}`)).toBe(404);
    await panels.signal(panel, Date.now() - 1000, { code: 'BA', group: 1, zone: 2 });
    expect(await read(wadi, elsewhere)).toMatchObject({ subject: { name: 'Zone 2' }, party: { role: 'tenant' } });
    expect((await read(wadi, elsewhere)).actions.sort()).toEqual(['acknowledge', 'comment']);
    expect((await panels.call('DELETE', path)).status).toBe(204);
    expect((await panels.done('GET', `/device-assign/${id}`)).state).toBe('ended');
  });
});

describe('the police', () => {
  let station: { id: number; companyId: number };
  let other: number;
  beforeAll(async () => {
    const found = (await hq.call('GET', '/defcon/police/locality?kind=local')).body.data;
    station = found.find(({ nameEn }: { nameEn: string }) => nameEn.startsWith('Marina'));
    other = found.find(({ nameEn }: { nameEn: string }) => nameEn.startsWith('Old')).id;
    const { kit } = panels.app;
    await kit.pool.query(
      'INSERT INTO defcon_premises (company_id, structure_id, override_id) SELECT company_id, id, $2 FROM structure WHERE company_id = $1 ON CONFLICT (structure_id) DO UPDATE SET override_id = $2',
      [ids.reem, station.id],
    );
    await inSystem(kit.db, async (tx) => {
      const { rows } = await sql<{ id: number }>`SELECT structure_id AS id FROM defcon_premises`.execute(tx);
      await assignPolice(
        tx,
        rows.map(({ id }) => id),
      );
    });
  });
  const atStation = async () => {
    const panel = await watched();
    const id = await breakIn(panel);
    await act(guard, id, 'acknowledge');
    expect((await act(guard, id, 'escalate-police')).status).toBe(200);
    return id;
  };

  test('gets the incident at the headquarters of the station that answers, and nothing else', async () => {
    const panel = await watched();
    const id = await breakIn(panel);
    expect(await opens(hq, incident(id))).toBe(404);
    await act(guard, id, 'escalate-police', { verified: 'phone' });
    expect(await read(hq, id)).toMatchObject({ desk: { role: 'hq', mine: true }, acknowledged: false });
    expect(await opens(officer, incident(id))).toBe(404);
    for (const path of [`/panel/${panel.id}`, `/panel/${panel.id}/event`, `/premises/${panel.site}`])
      expect([path, await opens(officer, path)]).toEqual([path, 404]);
    const step = await panels.app.kit.pool.query(
      'SELECT police_step, verified_by, confirmed, station_id FROM defcon_incident WHERE alarm_id = $1',
      [id],
    );
    expect(step.rows).toEqual([
      { police_step: 'requested', verified_by: 'phone', confirmed: 'verified', station_id: station.id },
    ]);
  });

  test('is called for what is not urgent only after it was verified', async () => {
    const id = await breakIn(await watched());
    await panels.app.kit.pool.query('UPDATE alarm SET rank = 3 WHERE id = $1', [id]);
    expect((await act(guard, id, 'escalate-police')).body.word).toBe('not-verified');
    expect((await act(guard, id, 'escalate-police', { verified: 'video' })).status).toBe(200);
    expect((await act(panels.customer, id, 'escalate-police')).status).toBe(409);
  });

  test('forwards it to a station of its own, which accepts, sends a patrol and closes it', async () => {
    const id = await atStation();
    expect((await act(hq, id, 'escalate-police')).body.errors).toEqual([{ param: 'stationId', msg: 'Required' }]);
    await act(hq, id, 'acknowledge');
    expect((await act(hq, id, 'escalate-police', { stationId: station.id })).status).toBe(200);
    expect(await read(officer, id)).toMatchObject({ desk: { role: 'local', mine: true }, acknowledged: false });
    expect((await act(officer, id, 'escalate-police')).body.word).toBe('station-cannot-forward');
    await act(officer, id, 'acknowledge');
    expect((await mark(officer, id, 'dispatched')).status).toBe(201);
    expect((await mark(officer, id, 'on-scene')).status).toBe(201);
    expect((await mark(officer, id, 'dispatched')).body.word).toBe('mark-not-allowed');
    expect((await mark(hq, id, 'on-scene')).body.word).toBe('mark-not-allowed');
    expect((await act(officer, id, 'terminate', { outcome: 'genuine', comment: 'Two arrests' })).status).toBe(200);
    const { rows } = await panels.app.kit.pool.query(
      `SELECT police_step, requested_at <= accepted_at AND accepted_at <= dispatched_at AND dispatched_at <= on_scene_at AS in_order
         FROM defcon_incident WHERE alarm_id = $1`,
      [id],
    );
    expect(rows).toEqual([{ police_step: 'closed', in_order: true }]);
    expect(other).toBeGreaterThan(0);
  });

  test('holds what it has: the security company may comment, and closes it once it was handed back', async () => {
    const id = await atStation();
    expect((await act(guard, id, 'terminate', { outcome: 'handled' })).body.word).toBe('with-police');
    expect((await act(guard, id, 'comment', { comment: 'A guard is on the way' })).status).toBe(201);
    expect((await mark(hq, id, 'handed-back', 'Short')).body.errors).toEqual([{ param: 'comment', msg: 'tooShort' }]);
    expect((await mark(hq, id, 'handed-back')).status).toBe(201);
    expect(await read(guard, id)).toMatchObject({ desk: { role: 'monitor', mine: true } });
    expect((await act(guard, id, 'terminate', { outcome: 'handled' })).status).toBe(200);
  });

  test('loses an incident that it has not accepted when the security company stands down, and else only hears of it', async () => {
    const [open, accepted] = [await atStation(), await atStation()];
    expect((await mark(guard, open, 'stand-down')).status).toBe(201);
    expect(await read(guard, open)).toMatchObject({ desk: { role: 'monitor', mine: true } });
    expect((await read(hq, open)).actions).toEqual([]);
    await act(hq, accepted, 'acknowledge');
    expect((await mark(guard, accepted, 'stand-down')).status).toBe(201);
    expect(await read(hq, accepted)).toMatchObject({ desk: { role: 'hq', mine: true } });
    expect((await read(hq, accepted)).events.at(-1)).toMatchObject({
      action: 'commented',
      data: { mark: 'stand-down' },
    });
    expect((await mark(panels.customer, accepted, 'stand-down')).body.errors).toEqual([
      { param: 'mark', msg: 'invalid' },
    ]);
  });
});
