import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  act,
  breakIn,
  guard,
  hq,
  ids,
  incident,
  mark,
  of,
  officer,
  opens,
  panels,
  read,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import { dueDone } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { assignPolice } from '../police/assign-police.ts';
import { dueClocks } from './due-clocks.ts';

withDesk();

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
      expect([path, await opens(officer, path)]).toEqual([path, path.startsWith('/panel') ? 403 : 404]);
    const step = await panels.app.kit.pool.query(
      'SELECT police_step, verified_by, confirmed, station_id FROM defcon_incident WHERE alarm_id = $1',
      [id],
    );
    expect(step.rows).toEqual([
      { police_step: 'requested', verified_by: 'phone', confirmed: 'verified', station_id: station.id },
    ]);
  });

  test('reads the dossier as it was when it was called, with later hits, and no code word', async () => {
    const panel = await watched();
    const id = await breakIn(panel);
    const file = async (person: TestPerson) => of(person)('GET', `${incident(id)}/incident`);
    const own = (await file(guard)).body.data;
    expect(own).toMatchObject({ panel: { id: panel.id }, hits: [{ zone: { number: 1 } }], site: { id: panel.site } });
    expect(own.premises.contacts).not.toHaveLength(0);
    expect((await file(hq)).status).toBe(404);
    await act(guard, id, 'escalate-police', { verified: 'phone' });
    const plan = { plan: ['Changed later'], accessNotes: '', hazards: '', dogs: false, weapons: false, gas: false };
    await panels.done('PUT', `/premises/${panel.site}/file`, plan);
    await panels.signal(panel, Date.now() - 1000, { code: 'BA', group: 1, zone: 2 });
    const dossier = (await file(hq)).body.data;
    expect(dossier).toMatchObject({ site: { id: panel.site }, premises: { plan: own.premises.plan }, earlier: [] });
    expect(dossier.hits).toHaveLength(2);
    expect((await file(guard)).body.data.premises.plan).toEqual(plan.plan);
    const contactId = own.premises.contacts[0].id;
    const word = (person: TestPerson) => of(person)('POST', `${incident(id)}/code-word`, { contactId });
    expect((await word(hq)).status).toBe(403);
    // The security company has given the desk away.
    expect((await word(guard)).status).toBe(409);
    await mark(hq, id, 'handed-back');
    expect((await word(guard)).body.data).toEqual({ codeWord: 'Blue falcon' });
    expect((await read(guard, id)).events.at(-1)).toMatchObject({
      action: 'code-word-read',
      actor: { name: 'Bilal Hassan' },
    });
    await act(guard, id, 'acknowledge');
    await act(guard, id, 'terminate', { outcome: 'handled' });
    expect((await file(hq)).status).toBe(200);
    await panels.app.kit.pool.query(
      "UPDATE defcon_incident SET closed_at = now() - interval '91 days' WHERE alarm_id = $1",
      [id],
    );
    expect((await file(hq)).status).toBe(404);
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
    expect((await read(officer, id)).actions).not.toContain('escalate-police');
    expect((await act(officer, id, 'escalate-police', { stationId: other })).status).toBe(409);
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
  });

  test('gets requests as its headquarters wants them: straight to the station, from customers, and not for suspended premises', async () => {
    const set = async (part: object) => {
      const { data } = (await of(hq)('GET', '/intrusion-setting')).body;
      const { status, body } = await of(hq)('PUT', '/intrusion-setting', { ...data, ...part });
      expect([status, body.errors]).toEqual([200, undefined]);
    };
    const panel = await watched();
    const call = async (more: object = {}) => {
      const id = await breakIn(panel);
      const { status, body } = await act(guard, id, 'escalate-police', more);
      const { desk } = await read(panels.customer, id);
      if (status === 200) await mark(desk.role === 'hq' ? hq : officer, id, 'handed-back');
      if (desk.role === 'local') await mark(hq, id, 'handed-back');
      await act(guard, id, 'acknowledge');
      await act(guard, id, 'reject', { cause: 'pet', comment: 'A cat' });
      return status === 200 ? desk.role : body.word;
    };
    expect(await call()).toBe('hq');
    await set({ direct: true });
    expect(await call()).toBe('local');
    await set({ direct: false, suspendAt: 1 });
    expect(await call()).toBe('response-suspended');
    await set({ suspendAt: 0 });
    const own = await breakIn(await panels.add());
    expect((await act(panels.customer, own, 'escalate-police')).body.word).toBe('not-accepted');
    await set({ acceptsCustomers: true });
    expect((await act(panels.customer, own, 'escalate-police')).status).toBe(200);
    expect(await read(hq, own)).toMatchObject({ desk: { role: 'hq', mine: true } });
    await set({ acceptsCustomers: false });
  });

  test('loses an incident to its headquarters if the station does not accept it in time', async () => {
    const [late, taken] = [await atStation(), await atStation()];
    for (const id of [late, taken]) {
      await act(hq, id, 'escalate-police', { stationId: station.id });
      const { rows } = await panels.app.kit.pool.query(
        "SELECT round(extract(epoch FROM due_at - now())) AS seconds FROM defcon_clock WHERE alarm_id = $1 AND clock = 'station'",
        [id],
      );
      expect(Number(rows[0].seconds)).toBeGreaterThan(110);
    }
    await act(officer, taken, 'acknowledge');
    await panels.app.kit.pool.query(
      "UPDATE defcon_clock SET due_at = due_at - interval '120 seconds' WHERE alarm_id IN ($1, $2)",
      [late, taken],
    );
    await dueDone(panels.app, [dueClocks]);
    expect(await read(hq, late)).toMatchObject({ desk: { role: 'hq', mine: true }, acknowledged: false });
    expect((await read(hq, late)).events.at(-1)).toMatchObject({
      action: 'desk-moved',
      data: { reason: 'not-accepted' },
    });
    expect(await read(officer, taken)).toMatchObject({ desk: { role: 'local', mine: true } });
  });

  test('holds what it has: the security company may comment, and closes it once it was handed back', async () => {
    const id = await atStation();
    expect((await act(guard, id, 'terminate', { outcome: 'handled' })).body.word).toBe('with-police');
    const { name, id: panelId } = (await panels.done('GET', '/panel?limit=1&sort[id]=desc'))[0];
    const sale = { customerId: ids.qasr, reason: 'Sold', confirmName: name };
    expect((await panels.call('PATCH', `/panel/${panelId}/ownership`, sale)).body.word).toBe('with-police');
    expect((await act(guard, id, 'comment', { comment: 'A guard is on the way' })).status).toBe(201);
    expect((await mark(hq, id, 'handed-back', 'Short')).body.errors).toEqual([{ param: 'comment', msg: 'tooShort' }]);
    expect((await mark(hq, id, 'handed-back')).status).toBe(201);
    expect(await read(guard, id)).toMatchObject({ desk: { role: 'monitor', mine: true } });
    // It is nobody's again.
    expect((await act(guard, id, 'terminate', { outcome: 'handled' })).body.word).toBe('not-taken');
    await act(guard, id, 'acknowledge');
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
