import { describe, expect, test } from 'vitest';
import {
  act,
  answer,
  breakIn,
  guard,
  hq,
  ids,
  incident,
  of,
  offer,
  opens,
  panels,
  read,
  security,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import { dueAssignments } from './end-assignments.ts';

withDesk();

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

  test('states what really happened in a comment; the cause is enough for a false alarm', async () => {
    const panel = await watched();
    const id = await breakIn(panel);
    expect((await act(guard, id, 'terminate', { outcome: 'genuine' })).body.errors).toEqual([
      { param: 'comment', msg: 'Required' },
    ]);
    const closed = await act(guard, id, 'terminate', { outcome: 'genuine', comment: 'The shutter was forced' });
    expect(closed.body.data.disposition).toBe('terminated');
    expect((await act(guard, await breakIn(panel), 'reject', { cause: 'pet' })).body.data.disposition).toBe('rejected');
  });

  test('falls back to the customer when the assignment ends; what it closed stays readable', async () => {
    const panel = await watched();
    const closed = await breakIn(panel);
    await act(guard, closed, 'acknowledge');
    expect((await act(guard, closed, 'terminate', { outcome: 'test' })).status).toBe(200);
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
    const zones = (await of(guard)('GET', `/panel/${panel.id}/device`)).body.data;
    expect(zones).toHaveLength(2);
    expect(await opens(guard, `/panel/${panel.id}/device/${zones[0].id}`)).toBe(200);
    expect((await of(guard)('GET', `/panel/${panel.id}/event`)).body.data).not.toHaveLength(0);
    expect((await of(security)('PATCH', `/panel/${panel.id}`, { entryDelay: 10 })).status).toBe(404);
    await answer(panel.assignment, 'end');
    for (const path of paths(panel)) expect([path, await opens(guard, path)]).toEqual([path, 404]);
    expect(await list()).not.toContain(panel.id);
  });

  test('has a call list and a plan that administrators of the security company keep while they watch it', async () => {
    const [panel, site] = [await watched(), '/premises/'];
    const file = `${site}${panel.site}/file`;
    const contacts = `${site}${panel.site}/contact`;
    const plan = { plan: ['Call the shop'], accessNotes: 'Key 4', hazards: '', dogs: true, weapons: false, gas: false };
    const person = { name: 'Khalid', phone: '+971505550199', language: 'en', duressContact: false, scheduleId: null };
    expect((await of(guard)('GET', file)).body.data).toMatchObject({ structureId: panel.site });
    expect((await of(guard)('PUT', file, plan)).status).toBe(403);
    expect((await of(guard)('POST', contacts, person)).status).toBe(403);
    for (const stranger of [hq, await panels.app.signIn('other@rasid.test')])
      expect([403, 404]).toContain((await of(stranger)('PUT', file, plan)).status);
    expect((await of(security)('PUT', file, plan)).body.data).toMatchObject(plan);
    const added = (await of(security)('POST', contacts, { ...person, codeWord: 'Falcon' })).body.data.contacts;
    const { id } = added.at(-1);
    const order = added.map((one: { id: number }) => one.id).reverse();
    const ordered = await of(security)('PUT', `${site}${panel.site}/contact-order`, { contactIds: order });
    expect(ordered.body.data.contacts[0]).toMatchObject({ id, name: 'Khalid', position: 1 });
    expect((await of(security)('PUT', `${contacts}/${id}`, { ...person, name: 'Layla' })).status).toBe(200);
    // The customer sees who did it, and for which company.
    const [newest] = await panels.done('GET', `${file}/history`);
    expect(newest).toMatchObject({ person: { name: expect.any(String), company: 'أمان للخدمات الأمنية' } });
    expect((await of(security)('DELETE', `${contacts}/${id}`)).status).toBe(204);
    for (const other of [`${file}/history`, `${site}${panel.site}/attachment`])
      expect([other, await opens(security, other)]).toEqual([other, 404]);
    // The export has the lists of own sites only.
    expect((await of(security)('POST', '/premises/contact-export')).body.data).toEqual([]);
    await panels.app.kit.pool.query(
      `UPDATE defcon_assignment SET state = 'ended', in_force = false, due_at = NULL WHERE panel_id IN (SELECT id FROM device WHERE structure_id = $1)`,
      [panel.site],
    );
    for (const [method, path, body] of [
      ['GET', file],
      ['PUT', file, plan],
      ['POST', contacts, person],
    ] as const)
      expect([method, path, (await of(security)(method, path, body)).status]).toEqual([method, path, 404]);
    expect(await panels.done('GET', file)).toMatchObject(plan);
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
    const untilAt = new Date(Date.now() + 86_400_000).toISOString();
    const offered = { panelId: panel.id, role: 'tenant', zoneIds: [zones[1].id], untilAt };
    const strange = await panels.call('POST', '/device-assign', { ...offered, adminEmail: 'nobody@else.test' });
    expect(strange.body.errors).toEqual([{ param: 'adminEmail', msg: 'notFound' }]);
    const { id } = await panels.done('POST', '/device-assign', { ...offered, adminEmail: 'wadi@rasid.test' });
    const ofZone = async (zone: number) =>
      panels.done('GET', `/device-assign?panelId=${panel.id}&zoneId=${zone}&role=tenant`);
    expect(await ofZone(zones[1].id)).toMatchObject([{ id, company: { id: ids.wadi }, untilAt }]);
    expect(await ofZone(zones[0].id)).toEqual([]);
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
