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

describe('a device', () => {
  test('is put on a plan, moved on it, and put there twice as once', async () => {
    const layout = await plan();
    expect((await add(layout)).body.data).toMatchObject({ id: device.id, x: 0.25, y: 0.5, floor: { id: floorId } });
    await add(layout);
    expect((await add(layout, { x: 1, y: 0 })).status).toBe(200);
    expect(await placed(layout)).toMatchObject([{ id: device.id, x: 1, y: 0 }]);
    expect((await customer.call('GET', `/layout/${layout.id}`)).body.data.devices).toBe(1);
  });

  test('stands on one plan: the next takes it', async () => {
    const [first, second] = [await plan(), await plan()];
    await add(first);
    await add(second);
    expect([await placed(first), (await placed(second)).length]).toEqual([[], 1]);
  });

  test('is installed in the structure and floor of the plan, and counted there', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const layout = await plan({ structureId: elsewhere, floorId: roof.id });
    const solution = (await one('SELECT solution_id FROM device WHERE id = $1', [device.id])).solution_id;
    const counted = async (at: number) =>
      (await one('SELECT devices FROM structure_solution WHERE structure_id = $1 AND solution_id = $2', [at, solution]))
        ?.devices ?? 0;
    const [from, to] = [await counted(structureId), await counted(elsewhere)];
    await add(layout);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.structure.id, after.floor.id]).toEqual([elsewhere, roof.id]);
    expect([await counted(structureId), await counted(elsewhere)]).toEqual([from - 1, to + 1]);
    const log = (await customer.call('GET', `/sample/device/${device.id}/log?limit=1`)).body.data;
    expect(log).toMatchObject([
      {
        kind: 'moved',
        fromPlace: expect.stringContaining('Marina Heights'),
        toPlace: `${after.structure.name} · Roof`,
      },
    ]);
  });

  test('that is moved to another structure no longer shows on the plan', async () => {
    const layout = await plan();
    await add(layout);
    await customer.call('PATCH', `/sample/device/${device.id}/move`, { body: { structureId: elsewhere } });
    expect(await placed(layout)).toEqual([]);
    const free = await customer.call('GET', `/layout/${layout.id}/device?search=${device.id}`);
    expect(free.body.data.every((row: { layout: unknown }) => row.layout === null)).toBe(true);
  });

  test('that stands on no plan is offered, with those of the structure alone when asked', async () => {
    const layout = await plan();
    const total = async (query: string) =>
      (await customer.call('GET', `/layout/${layout.id}/device?limit=1&total=true&${query}`)).body.totalRecords;
    const [all, here] = [await total(''), await total('scope=structure')];
    expect(here).toBeGreaterThan(0);
    expect(all).toBeGreaterThan(here);
    await add(layout);
    expect(await total('scope=structure')).toBe(here - 1);
    const other = await plan();
    const names = (await customer.call('GET', `/layout/${other.id}/device?scope=structure&limit=100`)).body.data;
    expect(names.find((row: Row) => row.id === device.id)).toMatchObject({ layout: { id: layout.id } });
  });

  test('is offered to those alone who may install it', async () => {
    const layout = await plan();
    const offered = async (person: Person) =>
      (await person.call('GET', `/layout/${layout.id}/device?limit=1`)).body.totalRecords;
    expect(await offered(customer)).toBeGreaterThan(0);
    // They see the devices of the structure, but may not place them.
    expect(await offered(viewer)).toBe(0);
  });

  test('is taken off and stays installed; taking it off twice changes nothing', async () => {
    const layout = await plan();
    await add(layout);
    for (const _ of [1, 2]) {
      const body = { deviceId: device.id };
      expect((await customer.call('POST', `/layout/${layout.id}/delete-device`, { body })).status).toBe(204);
    }
    expect(await placed(layout)).toEqual([]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('that came from elsewhere goes back to its place and its spot there', async () => {
    const roof = await one("SELECT id FROM floor WHERE structure_id = $1 AND name = 'Roof'", [elsewhere]);
    const [there, here] = [await plan(), await plan({ structureId: elsewhere, floorId: roof.id })];
    await add(there, { x: 0.75, y: 0.25 });
    const before = (await add(here)).body.data.before;
    expect(before).toMatchObject({ structureId, state: 'installed', spot: { layoutId: there.id, x: 0.75, y: 0.25 } });
    const body = { deviceId: device.id, back: before };
    expect((await customer.call('POST', `/layout/${here.id}/delete-device`, { body })).status).toBe(204);
    expect([(await placed(here)).length, await placed(there)]).toMatchObject([0, [{ x: 0.75, y: 0.25 }]]);
    expect((await customer.call('GET', `/sample/device/${device.id}`)).body.data.structure.id).toBe(structureId);
  });

  test('that came from the inventory goes back there, and a stranger’s plan takes none', async () => {
    await customer.call('PUT', `/sample/device/${device.id}/remove`, { body: { to: 'inventory' } });
    const layout = await plan();
    const before = (await add(layout)).body.data.before;
    expect(before).toMatchObject({ state: 'inventory', structureId: null });
    const leave = (back: object) =>
      customer.call('POST', `/layout/${layout.id}/delete-device`, { body: { deviceId: device.id, back } });
    const { company } = (await stranger.call('GET', '/session')).body.data;
    const theirs = await one(
      'SELECT f.id AS "floorId", f.structure_id AS "structureId" FROM floor f JOIN structure s ON s.id = f.structure_id WHERE s.company_id = $1 LIMIT 1',
      [company.id],
    );
    const their = (await create(theirs, stranger)).body.data;
    const foreign = { ...before, structureId, state: 'installed', spot: { layoutId: their.id, x: 0, y: 0 } };
    expect((await leave(foreign)).status).toBe(404);
    expect(await placed(their, stranger)).toEqual([]);
    await leave(before);
    const after = (await customer.call('GET', `/sample/device/${device.id}`)).body.data;
    expect([after.state, after.structure]).toEqual(['inventory', null]);
  });

  test('of another company does not exist', async () => {
    const layout = await plan();
    const theirs = await one(
      "SELECT d.id FROM device d JOIN structure s ON s.id = d.structure_id WHERE s.name = 'Qasr Mall' LIMIT 1",
    );
    expect((await add(layout, { deviceId: theirs.id })).status).toBe(404);
    expect((await add(layout, {}, stranger)).status).toBe(404);
    expect((await add(layout, { x: 1.01 })).body.errors).toEqual([{ param: 'x', msg: 'outOfRange' }]);
  });

  test('that was removed cannot be placed', async () => {
    const layout = await plan();
    const { id } = await one(
      "UPDATE device SET state = 'removed' WHERE id = (SELECT max(id) FROM device WHERE structure_id = $1) RETURNING id",
      [elsewhere],
    );
    const reply = await add(layout, { deviceId: id });
    expect([reply.status, reply.body.word]).toEqual([409, 'device-removed']);
  });
});
