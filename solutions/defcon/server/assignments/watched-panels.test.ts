import { describe, expect, test } from 'vitest';
import {
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
import { dueAssignments } from './end-assignments.ts';

withDesk();

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

  test('shows what is wrong with it already to a security company whose assignment begins later, until its end', async () => {
    const panel = await panels.add();
    await panels.signal(panel, Date.now() - 3000, { code: 'AT' });
    const open = await breakIn(panel);
    const [trouble] = await panels.troubles(panel);
    const seen = (id: number) => `/alarm/status/${id}`;
    expect(await opens(guard, seen(trouble.id))).toBe(404);
    const { id } = (await offer(panel)).body.data;
    expect(await opens(guard, seen(trouble.id))).toBe(404);
    await answer(id, 'accept');
    const shown = (await of(guard)('GET', seen(trouble.id))).body.data;
    expect(shown).toMatchObject({ kind: 'mains-lost', party: { role: 'monitor', untilAt: null } });
    expect(
      (await of(guard)('GET', '/alarm/status?limit=100')).body.data.map((one: { id: number }) => one.id),
    ).toContain(trouble.id);
    // An incident from before stays with the customer.
    expect(await opens(guard, incident(open))).toBe(404);
    await answer(id, 'end');
    expect((await of(guard)('GET', seen(trouble.id))).body.data).toMatchObject({
      party: { untilAt: expect.any(String) },
      actions: [],
    });
    // The same for one that begins at a time of its own.
    const later = (await offer(panel, { fromAt: new Date(Date.now() + 3_600_000).toISOString() })).body.data.id;
    await answer(later, 'accept');
    await panels.app.kit.pool.query("UPDATE defcon_assignment SET due_at = now() - interval '1 second' WHERE id = $1", [
      later,
    ]);
    await dueDone(panels.app, [dueAssignments]);
    expect((await of(guard)('GET', seen(trouble.id))).body.data.party).toMatchObject({ untilAt: null });
  });

  test('that goes to another owner is watched by nobody, and its open incidents are over', async () => {
    const panel = await watched();
    const open = await breakIn(panel);
    const { name } = await panels.panel(panel);
    const sale = { customerId: ids.qasr, reason: 'Sold', confirmName: name };
    const admin = await panels.app.signIn('super@rasid.test');
    const given = await admin.call('PATCH', `/defcon/panel/${panel.id}/ownership`, {
      body: sale,
      headers: { 'customer-id': String(panels.company) },
    });
    expect(given.status, JSON.stringify(given.body)).toBe(200);
    expect((await panels.done('GET', `/device-assign/${panel.assignment}`)).state).toBe('ended');
    for (const id of [panel.id, given.body.data.id]) expect(await opens(guard, `/panel/${id}`)).toBe(404);
    // It stays with the former owner.
    expect(await read(panels.customer, open)).toMatchObject({ disposition: 'terminated', closedBySystem: true });
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
