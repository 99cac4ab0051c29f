import { beforeAll, expect, test } from 'vitest';
import {
  answer,
  guard,
  hq,
  ids,
  of,
  offer,
  officer,
  panels,
  watched,
  withDesk,
} from '#main/testing/panels/test-desk.ts';
import type { TestPanel } from '#main/testing/panels/test-panels.ts';
import { dueDone } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import { dueAssignments } from '../assignments/end-assignments.ts';

withDesk();
let wadi: TestPerson;
beforeAll(async () => {
  wadi = await panels.app.signIn('wadi@rasid.test');
});

type Zone = { id: number; name: string; side: string; panelId: number };
const list = async (person: TestPerson, { id }: TestPanel, more = ''): Promise<Zone[]> => {
  const { status, body } = await of(person)('GET', `/zone?limit=100&total=1&panelId=${id}${more}`);
  expect([status, body.totalRecords]).toEqual([200, body.data.length]);
  return body.data;
};
const names = (zones: readonly Zone[]) => zones.map(({ name }) => name);
/** The panel in the count of zones by site. */
const counted = async (person: TestPerson, { id }: TestPanel) =>
  (await of(person)('GET', '/device/count-by-structure')).body.data
    .flatMap(({ panels: of }: { panels: { id: number }[] }) => of)
    .find((one: { id: number }) => one.id === id);
const offered = async (person: TestPerson, { id }: TestPanel) =>
  (await of(person)('GET', '/device/params')).body.data.panels.some((one: { id: number }) => one.id === id);
const zonesUnderPolicy = async (companyId: number, { id }: TestPanel): Promise<number> =>
  inTenant(panels.app.kit.db, { companies: [companyId], userId: 0, actingFor: companyId }, async (tx) => {
    const found = await tx.selectFrom('defconZone').select('id').where('panelId', '=', id).execute();
    return found.length;
  });
const due = async (assignment: number) => {
  await panels.app.kit.pool.query("UPDATE defcon_assignment SET due_at = now() - interval '1 second' WHERE id = $1", [
    assignment,
  ]);
  await dueDone(panels.app, [dueAssignments]);
};
/** A zone of a panel that a tenant rents, with the assignment. */
async function rented(panel: TestPanel, number: number, more: object = {}) {
  const zone: number = (await panels.zones(panel)).find((one: { number: number }) => one.number === number).id;
  const body = { panelId: panel.id, companyId: ids.wadi, role: 'tenant', zoneIds: [zone], ...more };
  const { id } = await panels.done('POST', '/device-assign', body);
  expect((await answer(id, 'accept', wadi)).status).toBe(200);
  return { zone, assignment: id as number };
}

test('a security company sees the zones of a panel that it watches, by the same filters, until the assignment ends', async () => {
  const panel = await watched([
    { number: 1, name: 'Front door' },
    { number: 2, name: 'Window', reaction: 'interior' },
  ]);
  const hidden = await panels.add([{ number: 1, name: 'Unwatched' }]);
  await panels.signal(panel, Date.now() - 2000, { code: 'CL', group: 1 });
  await panels.signal(panel, Date.now() - 1000, { code: 'BA', zone: 2, group: 1 });
  const zones = await list(guard, panel);
  expect(names(zones)).toEqual(['Front door', 'Window']);
  expect(zones[1]).toMatchObject({
    ...{ side: 'watcher', condition: 'open', panel: { id: panel.id, name: expect.any(String) } },
    structure: { id: panel.site, name: expect.any(String) },
  });
  expect(names(await list(guard, panel, '&condition=open'))).toEqual(['Window']);
  expect(names(await list(guard, panel, '&search=front'))).toEqual(['Front door']);
  expect(names(await list(guard, panel, `&structureId=${panel.site}&sort[name]=desc`))).toEqual([
    'Window',
    'Front door',
  ]);
  expect(await list(guard, hidden)).toEqual([]);
  expect((await list(panels.customer, panel)).map(({ side }) => side)).toEqual(['owner', 'owner']);
  const one = `/zone/${zones[1]?.id}`;
  expect((await of(guard)('GET', one)).body.data).toMatchObject({
    ...{ hits: 1, groupsOfZone: [{ number: 1, state: 'armed-away' }] },
  });
  expect(await counted(guard, panel)).toMatchObject({ devices: 2, open: 1 });
  expect(await offered(guard, panel)).toBe(true);
  expect(await zonesUnderPolicy(ids.aman, panel)).toBe(2);

  await answer(panel.assignment, 'end');
  expect(await list(guard, panel)).toEqual([]);
  expect((await of(guard)('GET', one)).status).toBe(404);
  expect(await counted(guard, panel)).toBeUndefined();
  expect(await offered(guard, panel)).toBe(false);
  expect(await zonesUnderPolicy(ids.aman, panel)).toBe(0);
});

test('an assignment that is pending, or begins later, shows no zones', async () => {
  const panel = await panels.add();
  const { id } = (await offer(panel, { fromAt: new Date(Date.now() + 3_600_000).toISOString() })).body.data;
  expect(await list(guard, panel)).toEqual([]);
  await answer(id, 'accept');
  expect(await list(guard, panel)).toEqual([]);
  await due(id);
  expect(await list(guard, panel)).toHaveLength(2);
});

test('a tenant sees the zones that it rents and their state, and nothing else of the panel', async () => {
  const panel = await watched();
  // What happened before belongs to those who were there.
  await panels.signal(panel, Date.now() - 600_000, { code: 'CL', group: 1 });
  await panels.signal(panel, Date.now() - 599_000, { code: 'BA', group: 1, zone: 2 });
  const { zone, assignment } = await rented(panel, 2);
  expect(await list(wadi, panel)).toMatchObject([
    { ...{ id: zone, name: 'Zone 2', side: 'tenant', condition: 'open', device: null }, structure: { id: panel.site } },
  ]);
  expect((await of(wadi)('GET', `/zone/${zone}`)).body.data).toMatchObject({
    ...{ groupsOfZone: [], hits: 0, lastHitAt: null },
  });
  await panels.signal(panel, Date.now(), { code: 'BA', group: 1, zone: 2 });
  expect((await of(wadi)('GET', `/zone/${zone}`)).body.data).toMatchObject({ hits: 1, lastHitAt: expect.any(String) });
  const [other] = (await list(panels.customer, panel)).filter(({ id }) => id !== zone);
  expect((await of(wadi)('GET', `/zone/${other?.id}`)).status).toBe(404);
  expect((await of(wadi)('GET', `/panel/${panel.id}/device/${zone}`)).status).toBe(404);
  expect(await counted(wadi, panel)).toMatchObject({ devices: 1, open: 1 });
  expect(await offered(wadi, panel)).toBe(true);
  expect(await zonesUnderPolicy(ids.wadi, panel)).toBe(1);

  await answer(assignment, 'end', wadi);
  expect(await list(wadi, panel)).toEqual([]);
  expect((await of(wadi)('GET', `/zone/${zone}`)).status).toBe(404);
  expect(await counted(wadi, panel)).toBeUndefined();
  expect(await offered(wadi, panel)).toBe(false);
  expect(await zonesUnderPolicy(ids.wadi, panel)).toBe(0);
});

test('the tenant of a whole panel sees all of its zones, which it cannot change', async () => {
  const panel = await panels.add();
  await rented(panel, 1, { zoneIds: [] });
  expect((await list(wadi, panel)).map(({ side }) => side)).toEqual(['tenant', 'tenant']);
  const changed = await inTenant(
    panels.app.kit.db,
    { companies: [ids.wadi], userId: 0, actingFor: ids.wadi },
    async (tx) => tx.updateTable('defconZone').set({ name: 'Mine' }).where('panelId', '=', panel.id).executeTakeFirst(),
  );
  expect(changed.numUpdatedRows).toBe(0n);
});

test('a person of a security company who may not read the panels of all sites sees no zones of others', async () => {
  const panel = await watched();
  const permit = (before: string, after: string) =>
    panels.app.kit.pool.query(
      'UPDATE permission_group_resource SET resource = $3 WHERE company_id = $1 AND resource = $2',
      [...[ids.aman, before, after]],
    );
  const [zone] = await list(guard, panel);
  await permit('*', String(panel.site));
  expect(await list(guard, panel)).toEqual([]);
  expect((await of(guard)('GET', `/zone/${zone?.id}`)).status).toBe(404);
  expect(await counted(guard, panel)).toBeUndefined();
  expect(await offered(guard, panel)).toBe(false);
  await permit(String(panel.site), '*');
  expect(await list(guard, panel)).toHaveLength(2);
});

test('the police sees no zones', async () => {
  for (const person of [hq, officer])
    for (const path of ['/zone', '/device/params', '/device/count-by-structure'])
      expect([path, (await of(person)('GET', path)).status]).toEqual([path, 403]);
});
