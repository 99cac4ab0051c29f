import { describe, expect, test } from 'vitest';
import {
  addDevice,
  app,
  createLayout,
  customer,
  device,
  floorId,
  otherStructureId,
  placedDevices,
  postLayout,
  queryRow,
  type Row,
  stranger,
  structureId,
  viewer,
  withLayouts,
} from '#main/testing/test-layouts.ts';
import type { TestPerson } from '#main/testing.ts';

withLayouts();

describe('a device on layouts', () => {
  test('shows the worst severity of its active alarms, to people who may read them', async () => {
    const layout = await createLayout();
    await addDevice(layout);
    expect(await placedDevices(layout)).toMatchObject([{ id: device.id, severity: null }]);
    await app.kit.pool.query(
      `INSERT INTO alarm (company_id, app, class, kind, severity, device_id, solution_id, structure_id, first_at, last_at, condition)
       SELECT d.company_id, d.app, a.class, a.kind, a.severity::alarm_severity, d.id, d.solution_id, d.structure_id, now(), now(), a.condition
         FROM device d, (VALUES ('operational', 'one', 'poor', 'active'), ('status', 'two', 'ok', 'active'), ('operational', 'three', 'problem', 'cleared'))
           AS a (class, kind, severity, condition) WHERE d.id = $1`,
      [device.id],
    );
    expect(await placedDevices(layout)).toMatchObject([{ id: device.id, severity: 'poor' }]);
  });

  test('can be placed and moved on a layout, repeatedly', async () => {
    const layout = await createLayout();
    expect((await addDevice(layout)).body.data).toMatchObject({
      id: device.id,
      x: 0.25,
      y: 0.5,
      floor: { id: floorId },
    });
    await addDevice(layout);
    expect((await addDevice(layout, { x: 1, y: 0 })).status).toBe(200);
    expect(await placedDevices(layout)).toMatchObject([{ id: device.id, x: 1, y: 0 }]);
    expect((await customer.call('GET', `/layout/${layout.id}`)).body.data.devices).toBe(1);
  });

  test('is on one layout only', async () => {
    const [first, second] = [await createLayout(), await createLayout()];
    await addDevice(first);
    await addDevice(second);
    expect([await placedDevices(first), (await placedDevices(second)).length]).toEqual([[], 1]);
  });

  test('is installed in the structure and floor of its layout and counted there', async () => {
    const roof = await queryRow("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [otherStructureId]);
    const layout = await createLayout({ structureId: otherStructureId, floorId: roof.id });
    const solution = (await queryRow('SELECT solution_id FROM device WHERE id = $1', [device.id])).solution_id;
    const deviceCount = async (at: number) =>
      (
        await queryRow('SELECT devices FROM structure_solution WHERE structure_id = $1 AND solution_id = $2', [
          at,
          solution,
        ])
      )?.devices ?? 0;
    const [from, to] = [await deviceCount(structureId), await deviceCount(otherStructureId)];
    await addDevice(layout);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.structure.id, after.floor.id]).toEqual([otherStructureId, roof.id]);
    expect([await deviceCount(structureId), await deviceCount(otherStructureId)]).toEqual([from - 1, to + 1]);
    const log = (await customer.call('GET', `/sample/device/${device.id}/log?limit=1`)).body.data;
    expect(log).toMatchObject([
      {
        kind: 'moved',
        fromPlace: expect.stringContaining('Marina Heights'),
        toPlace: `${after.structure.name} · Roof`,
      },
    ]);
  });

  test('is not shown on the layout after a move to another structure', async () => {
    const layout = await createLayout();
    await addDevice(layout);
    await customer.call('PATCH', `/sample/device/${device.id}/move`, { body: { structureId: otherStructureId } });
    expect(await placedDevices(layout)).toEqual([]);
    const free = await customer.call('GET', `/layout/${layout.id}/device?search=${device.id}`);
    expect(free.body.data.every((row: { layout: unknown }) => row.layout === null)).toBe(true);
  });

  test('is a candidate while it is not on the layout, optionally of the structure only', async () => {
    const layout = await createLayout();
    const total = async (query: string) =>
      (await customer.call('GET', `/layout/${layout.id}/device?limit=1&total=true&${query}`)).body.totalRecords;
    const [all, inStructure] = [await total(''), await total('scope=structure')];
    expect(inStructure).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(inStructure);
    await addDevice(layout);
    expect(await total('scope=structure')).toBe(inStructure - 1);
    const other = await createLayout();
    const names = (await customer.call('GET', `/layout/${other.id}/device?scope=structure&limit=100`)).body.data;
    expect(names.find((row: Row) => row.id === device.id)).toMatchObject({ layout: { id: layout.id } });
  });

  test('is a candidate only for people who may install it', async () => {
    const layout = await createLayout();
    const candidateCount = async (person: TestPerson) =>
      (await person.call('GET', `/layout/${layout.id}/device?limit=1`)).body.totalRecords;
    expect(await candidateCount(customer)).toBeGreaterThan(0);
    // The viewer can see the devices but not place them.
    expect(await candidateCount(viewer)).toBe(0);
  });

  test('stays installed when it is removed from a layout, also repeatedly', async () => {
    const layout = await createLayout();
    await addDevice(layout);
    for (const _ of [1, 2]) {
      const body = { deviceId: device.id };
      expect((await customer.call('POST', `/layout/${layout.id}/delete-device`, { body })).status).toBe(204);
    }
    expect(await placedDevices(layout)).toEqual([]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('can be restored to its previous place and position', async () => {
    const roof = await queryRow("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [otherStructureId]);
    const [there, inStructure] = [
      await createLayout(),
      await createLayout({ structureId: otherStructureId, floorId: roof.id }),
    ];
    await addDevice(there, { x: 0.75, y: 0.25 });
    const before = (await addDevice(inStructure)).body.data.before;
    expect(before).toMatchObject({ structureId, state: 'installed', spot: { layoutId: there.id, x: 0.75, y: 0.25 } });
    const body = { deviceId: device.id, back: before };
    expect((await customer.call('POST', `/layout/${inStructure.id}/delete-device`, { body })).status).toBe(204);
    expect([(await placedDevices(inStructure)).length, await placedDevices(there)]).toMatchObject([
      0,
      [{ x: 0.75, y: 0.25 }],
    ]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('can be restored to the inventory, but not to a layout of another company', async () => {
    await customer.call('PUT', `/sample/device/${device.id}/remove`, { body: { to: 'inventory' } });
    const layout = await createLayout();
    const before = (await addDevice(layout)).body.data.before;
    expect(before).toMatchObject({ state: 'inventory', structureId: null });
    const takeOff = (back: object) =>
      customer.call('POST', `/layout/${layout.id}/delete-device`, { body: { deviceId: device.id, back } });
    const { company } = (await stranger.call('GET', '/session')).body.data;
    const theirs = await queryRow(
      'SELECT f.id AS "floorId", f.structure_id AS "structureId" FROM floor f JOIN structure s ON s.id = f.structure_id WHERE s.company_id = $1 LIMIT 1',
      [company.id],
    );
    const foreignLayout = (await postLayout(theirs, stranger)).body.data;
    const foreign = { ...before, structureId, state: 'installed', spot: { layoutId: foreignLayout.id, x: 0, y: 0 } };
    expect((await takeOff(foreign)).status).toBe(404);
    expect(await placedDevices(foreignLayout, stranger)).toEqual([]);
    await takeOff(before);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.state, after.structure]).toEqual(['inventory', null]);
  });

  test('of another company is not found', async () => {
    const layout = await createLayout();
    const theirs = await queryRow(
      "SELECT d.id FROM device d JOIN structure s ON s.id = d.structure_id WHERE s.name = 'Qasr Mall' LIMIT 1",
    );
    expect((await addDevice(layout, { deviceId: theirs.id })).status).toBe(404);
    expect((await addDevice(layout, {}, stranger)).status).toBe(404);
    expect((await addDevice(layout, { x: 1.01 })).body.errors).toEqual([{ param: 'x', msg: 'outOfRange' }]);
  });

  test('cannot be placed after it was removed', async () => {
    const layout = await createLayout();
    const { id } = await queryRow(
      "UPDATE device SET state = 'removed' WHERE id = (SELECT max(id) FROM device WHERE structure_id = $1) RETURNING id",
      [otherStructureId],
    );
    const reply = await addDevice(layout, { deviceId: id });
    expect([reply.status, reply.body.word]).toEqual([409, 'device-removed']);
  });
});
