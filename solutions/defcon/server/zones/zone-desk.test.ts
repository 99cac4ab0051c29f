import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestPanel, TestPanels } from '#main/testing/panels/test-panels.ts';

let panels: TestPanels;
let hall: TestPanel;
let vault: TestPanel;
let site: number;
beforeAll(async () => {
  panels = await TestPanels.begin();
  hall = await panels.add([
    { number: 1, name: 'Front door' },
    { number: 2, name: 'Window', reaction: 'interior' },
  ]);
  vault = await panels.add([{ number: 1, name: 'Vault' }]);
  const { rows } = await panels.app.kit.pool.query(
    `UPDATE device SET structure_id = (SELECT max(id) FROM structure WHERE company_id = $1), floor_id = NULL, space_id = NULL WHERE id = $2 RETURNING structure_id`,
    [panels.company, vault.id],
  );
  site = rows[0].structure_id;
  await panels.signal(hall, Date.now() - 1000, { code: 'CL', group: 1 });
  await panels.signal(hall, Date.now(), { code: 'BA', zone: 2, group: 1 });
});
afterAll(() => panels.app.close());

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);
const listed = async (filter = '') => names(await panels.done('GET', `/zone?limit=100&total=1${filter}`));

test('the zones of all panels are one list, by site, panel, state and text', async () => {
  const mine = `&panelId=${hall.id}&panelId=${vault.id}`;
  expect(await listed(mine)).toEqual(['Front door', 'Vault', 'Window']);
  expect(await listed(`&panelId=${hall.id}&condition=open`)).toEqual(['Window']);
  expect(await listed(`${mine}&structureId=${site}`)).toEqual(['Vault']);
  expect(await listed(`${mine}&search=front`)).toEqual(['Front door']);
  expect(await listed(`${mine}&reaction=interior`)).toEqual(['Window']);
  const [zone] = await panels.done('GET', `/zone?limit=1&condition=open&panelId=${hall.id}`);
  expect(zone).toMatchObject({ condition: 'open', panel: { id: hall.id }, structure: { id: hall.site }, groups: [1] });
});

test('a zone has its groups, its hits and its own part of the log; the page of another panel does not show it', async () => {
  const [{ id }] = await panels.done('GET', `/zone?limit=1&condition=open&panelId=${hall.id}`);
  expect(await panels.done('GET', `/zone/${id}?panelId=${hall.id}`)).toMatchObject({
    ...{ name: 'Window', hits: 1, lastHitAt: expect.any(String) },
    groupsOfZone: [{ number: 1, state: 'armed-away' }],
  });
  expect((await panels.call('GET', `/zone/${id}?panelId=${vault.id}`)).status).toBe(404);
  const log = await panels.done('GET', `/panel/${hall.id}/event?limit=10&zone=2`);
  expect(log.map(({ code }: { code: string }) => code)).toEqual(['BA']);
});

test('zones are counted by site and panel, and the sites say what is armed', async () => {
  const counts = await panels.done('GET', '/device/count-by-structure');
  const ofHall = counts.find((one: { structureId: number }) => one.structureId === hall.site);
  expect(ofHall.panels).toContainEqual({ id: hall.id, name: expect.any(String), devices: 2, open: 1, trouble: 0 });
  for (const { devices, panels: parts } of counts)
    expect(parts.reduce((sum: number, part: { devices: number }) => sum + part.devices, 0)).toBe(devices);
  const structures = await panels.done('GET', '/metadata/structures');
  const found = (id: number) => structures.find((one: { id: number }) => one.id === id);
  expect(found(hall.site)).toMatchObject({ armed: 1, openAlarms: 1 });
  expect(found(site)).toMatchObject({ panels: 1, armed: 0, openAlarms: 0 });
  const { panels: choices, structures: sites } = await panels.done('GET', '/device/params');
  expect(choices).toContainEqual({ id: vault.id, name: expect.any(String), structureId: site });
  expect(sites.map(({ id }: { id: number }) => id)).toContain(site);
});

test('a person who may see one site sees its zones alone', async () => {
  const viewer = await panels.app.signIn('viewer@rasid.test');
  const users = [(await viewer.call('GET', '/session')).body.data.user.id];
  await panels.done('POST', '/permissions-group', {
    ...{ name: 'Seeing the vault', users, resources: [site], permissions: { panel: ['read'] } },
  });
  const read = async (path: string) => (await viewer.call('GET', `/defcon${path}`)).body.data;
  expect(names(await read('/zone?limit=100'))).toEqual(['Vault']);
  expect((await read('/device/count-by-structure')).map((one: { structureId: number }) => one.structureId)).toEqual([
    site,
  ]);
  expect(names(await read('/device/params').then(({ panels: seen }) => seen))).toHaveLength(1);
  const [{ id }] = await panels.done('GET', `/zone?limit=1&panelId=${hall.id}`);
  expect((await viewer.call('GET', `/defcon/zone/${id}`)).status).toBe(404);
});

test('the packages of the market are listed with their contents', async () => {
  const kits = await panels.done('GET', '/package-model');
  expect(kits).toContainEqual({
    ...{ id: expect.any(Number), name: 'Shop package', price: 449 },
    items: expect.arrayContaining([
      { hardwareId: 2102, qty: 1 },
      { hardwareId: 2103, qty: 2 },
    ]),
  });
});
