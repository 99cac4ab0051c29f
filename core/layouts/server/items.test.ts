import { beforeEach, describe, expect, test } from 'vitest';
import {
  app,
  createLayout,
  customer,
  floorId,
  form,
  otherStructureId,
  picture,
  queryRow,
  structureId,
  viewer,
  withLayouts,
} from '#main/testing/test-layouts.ts';
import type { TestPerson } from '#main/testing.ts';

withLayouts();

type Item = { id: number; kind: string; refId: number; name: string; x: number };
let layout: { id: number };
let spacePath: string;
beforeEach(async () => {
  layout = await createLayout();
  const { company } = (await customer.call('GET', '/session')).body.data;
  spacePath = `/company/${company.id}/structure/${structureId}/space`;
});

let spaceCount = 0;
const newSpace = async (fields: object = {}): Promise<{ id: number; name: string }> =>
  (await customer.call('POST', spacePath, { body: { name: `Bay ${++spaceCount}`, kind: 'area', floorId, ...fields } }))
    .body.data;
const spaceItem = (refId: number, more: object = {}) => ({
  app: 'places',
  kind: 'space',
  refId,
  x: 0.25,
  y: 0.5,
  ...more,
});
const door = (refId: number) => ({ app: 'rooms', kind: 'door', refId, x: 0.1, y: 0.1 });
const put = (items: object[], person: TestPerson = customer, id = layout.id) =>
  person.call('PUT', `/layout/${id}/item`, { body: { items } });
const itemsOf = async (person: TestPerson = customer, id = layout.id): Promise<Item[]> =>
  (await person.call('GET', `/layout/${id}/item`)).body.data;

describe('items on a plan', () => {
  test('are spaces and records of apps, turned and with an outline, and are moved by the same call', async () => {
    const bay = await newSpace();
    const outline = [
      { x: -0.02, y: -0.04 },
      { x: 0.02, y: -0.04 },
      { x: 0.02, y: 0.04 },
    ];
    const placed = await put([spaceItem(bay.id, { turn: 30, outline }), door(structureId)]);
    expect(placed.body.data).toMatchObject([
      { kind: 'space', refId: bay.id, name: bay.name, spaceKind: 'area', turn: 30, outline, look: null },
      {
        app: 'rooms',
        kind: 'door',
        name: 'Marina Heights',
        turn: 0,
        outline: null,
        look: { colour: 'red', letter: 'D' },
      },
    ]);
    expect((await put([spaceItem(bay.id, { x: 0.75 })])).body.data).toMatchObject([
      { x: 0.75, turn: 0, outline: null },
    ]);
    expect((await itemsOf()).map(({ refId, x }) => [refId, x])).toEqual([
      [bay.id, 0.75],
      [structureId, 0.1],
    ]);
    expect((await customer.call('GET', `/layout/${layout.id}`)).body.data).toMatchObject({ items: 2, devices: 0 });
  });

  test('of another site are neither placed nor listed, nor any of the call', async () => {
    const bay = await newSpace();
    const elsewhere = await queryRow('SELECT id FROM space WHERE structure_id = $1 LIMIT 1', [otherStructureId]);
    for (const item of [spaceItem(elsewhere.id), door(otherStructureId), { ...door(structureId), kind: 'window' }])
      expect((await put([spaceItem(bay.id), item])).status).toBe(404);
    expect(await itemsOf()).toEqual([]);
    await put([spaceItem(bay.id)]);
    await app.kit.pool.query('UPDATE layout_item SET space_id = $1 WHERE space_id = $2', [elsewhere.id, bay.id]);
    expect(await itemsOf()).toEqual([]);
  });

  test('of another floor are not placed on the plan of a floor', async () => {
    const roof = await queryRow('SELECT id FROM floor WHERE structure_id = $1 AND id <> $2 LIMIT 1', [
      structureId,
      floorId,
    ]);
    const bay = await newSpace({ floorId: roof.id });
    expect((await put([spaceItem(bay.id)])).status).toBe(404);
    const body = form({ structureId, name: 'Whole site', image: await picture() });
    const whole = (await customer.call('POST', '/layout', { body })).body.data;
    expect((await put([spaceItem(bay.id)], customer, whole.id)).status).toBe(200);
  });

  test('are taken off one by one or with what they show, and the plan records who did', async () => {
    const [first, second] = [await newSpace(), await newSpace()];
    const placed = (await put([spaceItem(first.id), spaceItem(second.id)])).body.data as Item[];
    const itemIds = [placed[0]?.id];
    expect((await customer.call('POST', `/layout/${layout.id}/delete-item`, { body: { itemIds } })).status).toBe(204);
    expect((await itemsOf()).map(({ refId }) => refId)).toEqual([second.id]);
    expect((await customer.call('DELETE', `${spacePath}/${second.id}`)).status).toBe(204);
    expect(await itemsOf()).toEqual([]);
    const lines = (await customer.call('GET', `/layout/${layout.id}/history`)).body.data;
    // A floor is named by its own id, not by that of a structure.
    const floor = await queryRow('SELECT id, name FROM floor WHERE id = $1', [floorId]);
    expect(lines.at(-1).changes).toContainEqual({ field: 'floorId', before: null, after: floor });
    expect(lines.filter(({ part }: { part: boolean }) => part)).toMatchObject([
      { action: 'delete' },
      { action: 'delete' },
      { action: 'insert' },
      { action: 'insert' },
    ]);
    expect(JSON.stringify(lines)).toContain(`"after":{"id":${first.id},"name":"${first.name}"}`);
  });

  test('are shown to a viewer, who cannot place any', async () => {
    const bay = await newSpace();
    await put([spaceItem(bay.id)]);
    expect((await itemsOf(viewer)).length).toBe(1);
    expect((await put([spaceItem(bay.id)], viewer)).status).toBe(403);
  });

  test.each([
    [{ turn: 360 }, 'items.0.turn', 'outOfRange'],
    [{ x: 1.1 }, 'items.0.x', 'outOfRange'],
    [{ outline: [{ x: 0, y: 0 }] }, 'items.0.outline', 'threePoints'],
  ])('with %j are refused', async (more, param, msg) => {
    expect((await put([spaceItem(1, more)])).body.errors).toEqual([{ param, msg }]);
  });

  test('are announced to pages that follow the plan', async () => {
    const heard: unknown[] = [];
    const stop = app.kit.live.subscribe(`layout:${layout.id}`, ({ type }) => void heard.push(type));
    await put([spaceItem((await newSpace()).id)]);
    await expect.poll(() => heard).toEqual(['items']);
    stop();
  });
});

test('an app creates, changes and removes spaces of its own kind with the checks of the core', async () => {
  const call = (method: 'POST' | 'PATCH' | 'DELETE', path: string, body?: object, person = customer) =>
    person.call(method, `/rooms/api/cell${path}`, body ? { body } : {});
  const made = (await call('POST', '', { structureId, name: 'Cell 1', capacity: 2 })).body.data;
  expect(made).toMatchObject({ kind: 'cell', capacity: 2 });
  expect((await call('PATCH', `/${made.id}`, { name: 'Cell 2' })).body.data.name).toBe('Cell 2');
  const theirs = await queryRow("SELECT id FROM structure WHERE name = 'Qasr Mall'");
  expect((await call('POST', '', { structureId: theirs.id, name: 'Cell', capacity: 2 })).status).toBe(404);
  const foreign = await queryRow(
    'SELECT id FROM space WHERE company_id <> (SELECT company_id FROM space WHERE id = $1) LIMIT 1',
    [made.id],
  );
  expect((await call('DELETE', `/${foreign.id}`)).status).toBe(404);
  const device = (await customer.call('GET', `/sample/device?structureId=${structureId}&limit=1`)).body.data[0];
  const move = (spaceId: number | null) =>
    customer.call('PATCH', `/sample/device/${device.id}/move`, { body: { structureId, spaceId } });
  await move(made.id);
  const held = (await call('DELETE', `/${made.id}`)).body;
  expect([held.word, held.detail]).toEqual(['in-use', { by: 'devices.device', count: 1 }]);
  await move(null);
  expect((await call('DELETE', `/${made.id}`)).status).toBe(204);
});
