import { describe, expect, test } from 'vitest';
import {
  add,
  create,
  customer,
  device,
  elsewhere,
  floorId,
  one,
  placed,
  plan,
  type Row,
  stranger,
  structureId,
  viewer,
  withPlans,
} from '#main/test-plans.ts';
import type { Person } from '#main/testing.ts';

withPlans();

describe('a device on layouts', () => {
  test('can be placed and moved on a layout, repeatedly', async () => {
    const layout = await plan();
    expect((await add(layout)).body.data).toMatchObject({ id: device.id, x: 0.25, y: 0.5, floor: { id: floorId } });
    await add(layout);
    expect((await add(layout, { x: 1, y: 0 })).status).toBe(200);
    expect(await placed(layout)).toMatchObject([{ id: device.id, x: 1, y: 0 }]);
    expect((await customer.call('GET', `/layout/${layout.id}`)).body.data.devices).toBe(1);
  });

  test('is on one layout only', async () => {
    const [first, second] = [await plan(), await plan()];
    await add(first);
    await add(second);
    expect([await placed(first), (await placed(second)).length]).toEqual([[], 1]);
  });

  test('is installed in the structure and floor of its layout and counted there', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const layout = await plan({ structureId: elsewhere, floorId: roof.id });
    const solution = (await one('SELECT solution_id FROM device WHERE id = $1', [device.id])).solution_id;
    const deviceCount = async (at: number) =>
      (await one('SELECT devices FROM structure_solution WHERE structure_id = $1 AND solution_id = $2', [at, solution]))
        ?.devices ?? 0;
    const [from, to] = [await deviceCount(structureId), await deviceCount(elsewhere)];
    await add(layout);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.structure.id, after.floor.id]).toEqual([elsewhere, roof.id]);
    expect([await deviceCount(structureId), await deviceCount(elsewhere)]).toEqual([from - 1, to + 1]);
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
    const layout = await plan();
    await add(layout);
    await customer.call('PATCH', `/sample/device/${device.id}/move`, { body: { structureId: elsewhere } });
    expect(await placed(layout)).toEqual([]);
    const free = await customer.call('GET', `/layout/${layout.id}/device?search=${device.id}`);
    expect(free.body.data.every((row: { layout: unknown }) => row.layout === null)).toBe(true);
  });

  test('is a candidate while it is not on the layout, optionally of the structure only', async () => {
    const layout = await plan();
    const total = async (query: string) =>
      (await customer.call('GET', `/layout/${layout.id}/device?limit=1&total=true&${query}`)).body.totalRecords;
    const [all, inStructure] = [await total(''), await total('scope=structure')];
    expect(inStructure).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(inStructure);
    await add(layout);
    expect(await total('scope=structure')).toBe(inStructure - 1);
    const other = await plan();
    const names = (await customer.call('GET', `/layout/${other.id}/device?scope=structure&limit=100`)).body.data;
    expect(names.find((row: Row) => row.id === device.id)).toMatchObject({ layout: { id: layout.id } });
  });

  test('is a candidate only for people who may install it', async () => {
    const layout = await plan();
    const candidateCount = async (person: Person) =>
      (await person.call('GET', `/layout/${layout.id}/device?limit=1`)).body.totalRecords;
    expect(await candidateCount(customer)).toBeGreaterThan(0);
    // The viewer can see the devices but not place them.
    expect(await candidateCount(viewer)).toBe(0);
  });

  test('stays installed when it is removed from a layout, also repeatedly', async () => {
    const layout = await plan();
    await add(layout);
    for (const _ of [1, 2]) {
      const body = { deviceId: device.id };
      expect((await customer.call('POST', `/layout/${layout.id}/delete-device`, { body })).status).toBe(204);
    }
    expect(await placed(layout)).toEqual([]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('can be restored to its previous place and position', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const [there, inStructure] = [await plan(), await plan({ structureId: elsewhere, floorId: roof.id })];
    await add(there, { x: 0.75, y: 0.25 });
    const before = (await add(inStructure)).body.data.before;
    expect(before).toMatchObject({ structureId, state: 'installed', spot: { layoutId: there.id, x: 0.75, y: 0.25 } });
    const body = { deviceId: device.id, back: before };
    expect((await customer.call('POST', `/layout/${inStructure.id}/delete-device`, { body })).status).toBe(204);
    expect([(await placed(inStructure)).length, await placed(there)]).toMatchObject([0, [{ x: 0.75, y: 0.25 }]]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('can be restored to the inventory, but not to a layout of another company', async () => {
    await customer.call('PUT', `/sample/device/${device.id}/remove`, { body: { to: 'inventory' } });
    const layout = await plan();
    const before = (await add(layout)).body.data.before;
    expect(before).toMatchObject({ state: 'inventory', structureId: null });
    const takeOff = (back: object) =>
      customer.call('POST', `/layout/${layout.id}/delete-device`, { body: { deviceId: device.id, back } });
    const { company } = (await stranger.call('GET', '/session')).body.data;
    const theirs = await one(
      'SELECT f.id AS "floorId", f.structure_id AS "structureId" FROM floor f JOIN structure s ON s.id = f.structure_id WHERE s.company_id = $1 LIMIT 1',
      [company.id],
    );
    const foreignLayout = (await create(theirs, stranger)).body.data;
    const foreign = { ...before, structureId, state: 'installed', spot: { layoutId: foreignLayout.id, x: 0, y: 0 } };
    expect((await takeOff(foreign)).status).toBe(404);
    expect(await placed(foreignLayout, stranger)).toEqual([]);
    await takeOff(before);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.state, after.structure]).toEqual(['inventory', null]);
  });

  test('of another company is not found', async () => {
    const layout = await plan();
    const theirs = await one(
      "SELECT d.id FROM device d JOIN structure s ON s.id = d.structure_id WHERE s.name = 'Qasr Mall' LIMIT 1",
    );
    expect((await add(layout, { deviceId: theirs.id })).status).toBe(404);
    expect((await add(layout, {}, stranger)).status).toBe(404);
    expect((await add(layout, { x: 1.01 })).body.errors).toEqual([{ param: 'x', msg: 'outOfRange' }]);
  });

  test('cannot be placed after it was removed', async () => {
    const layout = await plan();
    const { id } = await one(
      "UPDATE device SET state = 'removed' WHERE id = (SELECT max(id) FROM device WHERE structure_id = $1) RETURNING id",
      [elsewhere],
    );
    const reply = await add(layout, { deviceId: id });
    expect([reply.status, reply.body.word]).toEqual([409, 'device-removed']);
  });
});
