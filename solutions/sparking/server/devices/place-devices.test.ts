import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, hour, minute, type Reporter, TestParking } from '#main/testing/parking/test-parking.ts';
import { countStatements } from '#main/testing.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

type Item = {
  id: number;
  space?: number | null;
  channel?: string;
  priority?: number;
  swap?: boolean;
  structureId?: number;
};
const send = (items: readonly Item[], person = parking.customer) =>
  person.call('PATCH', '/sparking/api/device/bulk', { body: { items } });
async function results(items: readonly Item[]) {
  const { status, body } = await send(items);
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
}
async function bays(count: number): Promise<Bay[]> {
  return parking.baysOf(await parking.group(await parking.location(), count));
}
const first = async (count: number) => (await bays(count)) as [Bay, Bay, ...Bay[]];
/** A sensor without a bay. */
const loose = ({ locationId }: Bay): Promise<Reporter> => parking.device(2302, locationId, null);
const bayOf = async (id: number) => (await parking.call('GET', `/device/${id}`)).body.data.space?.id ?? null;
const state = async ({ id }: Bay) => (await parking.call('GET', `/slot/${id}`)).body.data.state;

test('a sensor is refused at a taken bay, which names the other, and the rest of the call counts', async () => {
  const [a, b] = await first(2);
  const [old, fresh, third] = [await parking.sensor(a), await loose(a), await loose(a)];
  expect(
    await results([
      { id: fresh.id, space: a.id },
      { id: third.id, space: b.id },
    ]),
  ).toEqual([
    { id: fresh.id, ok: false, code: 'slot-taken', device: { id: old.id, name: old.name }, number: a.number },
    { id: third.id, ok: true },
  ]);
  expect([await bayOf(fresh.id), await bayOf(third.id)]).toEqual([null, b.id]);
});

test('a new sensor is installed with its bay, which decides about the structure, and leaves it again', async () => {
  const [a] = await first(1);
  const { rows } = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     VALUES ($1, 'sparking', 23, 2302, 'Stock', 'STOCK-1', 'inventory') RETURNING id`,
    [parking.company],
  );
  const { id } = rows[0];
  expect(await results([{ id, space: a.id }])).toEqual([{ id, ok: true }]);
  expect((await parking.call('GET', `/device/${id}`)).body.data).toMatchObject({
    state: 'installed',
    structure: { id: a.locationId },
    space: { id: a.id },
  });
  await results([{ id, space: null }]);
  expect((await parking.call('GET', `/device/${id}`)).body.data).toMatchObject({
    structure: { id: a.locationId },
    space: null,
  });
});

test('two sensors exchange their bays in one step, and no stay is lost', async () => {
  const [a, b] = await first(2);
  const [one, other] = [await parking.sensor(a), await parking.sensor(b)];
  const start = Date.now() - 2 * hour;
  await parking.occupied(one, start, true);
  await parking.occupied(other, start + 10 * minute, true);
  await parking.occupied(other, start + 30 * minute, false);
  await parking.occupied(other, start + 60 * minute, true);
  expect(await results([{ id: one.id, space: b.id, swap: true }])).toEqual([{ id: one.id, ok: true }]);
  expect([await bayOf(one.id), await bayOf(other.id)]).toEqual([b.id, a.id]);
  expect((await parking.stays(a)).map(({ from, to }) => [from - start, to])).toEqual([[0, null]]);
  expect((await parking.stays(b)).map(({ from, to }) => [from - start, to && to - start])).toEqual([
    [10 * minute, 30 * minute],
    [60 * minute, null],
  ]);
  // Each is watched by the other sensor from now on.
  await parking.occupied(one, Date.now(), false);
  expect([await state(a), await state(b)]).toEqual(['occupied', 'free']);
  expect(await parking.stays(b)).toMatchObject([{}, { end: 'measured' }]);
});

test('a sensor without a bay has nothing to exchange', async () => {
  const [a] = await first(1);
  const [old, fresh] = [await parking.sensor(a), await loose(a)];
  expect(await results([{ id: fresh.id, space: a.id, swap: true }])).toEqual([
    { id: fresh.id, ok: false, code: 'not-in-bay' },
  ]);
  expect(await bayOf(old.id)).toBe(a.id);
});

test('a bay that its sensor leaves in the same call is free, and who waits for one that stays is refused with it', async () => {
  const [a, b, c] = (await bays(3)) as [Bay, Bay, Bay];
  const [one, two] = [await parking.sensor(a), await parking.sensor(b)];
  const moved = [
    { id: one.id, space: b.id },
    { id: two.id, space: c.id },
  ];
  expect(await results(moved)).toMatchObject([{ ok: true }, { ok: true }]);
  const blocker = await parking.sensor(a);
  const chain = [
    { id: one.id, space: c.id },
    { id: two.id, space: a.id },
  ];
  expect(await results(chain)).toMatchObject([
    { ok: false, code: 'slot-taken', device: { id: two.id } },
    { ok: false, code: 'slot-taken', device: { id: blocker.id } },
  ]);
  const same = [
    { id: one.id, space: null },
    { id: two.id, space: null },
  ];
  await results(same);
  expect(await results(same.map(({ id }) => ({ id, space: c.id })))).toMatchObject([
    { ok: true },
    { ok: false, code: 'slot-taken', device: { id: one.id } },
  ]);
});

test('a channel watches the bay that it is given, with what it reported last, until it is taken away', async () => {
  const [a, b] = await first(2);
  const loops = await parking.device(2303, a.locationId, null);
  const sensor = await loose(a);
  await parking.send(loops, { ts: Date.now() - 10 * minute, channel: 'A-01', values: { occupied: true } });
  const channel = { id: loops.id, channel: 'A-01' };
  expect(await results([{ ...channel, space: a.id, priority: 2 }])).toEqual([{ id: loops.id, ok: true }]);
  expect(await state(a)).toBe('occupied');
  expect((await parking.stays(a)).map(({ to }) => to)).toEqual([null]);
  await results([{ ...channel, space: b.id }]);
  expect([await state(a), await state(b)]).toEqual(['unknown', 'occupied']);
  await results([{ ...channel, space: null }]);
  expect(await state(b)).toBe('unknown');
  expect(await results([{ id: sensor.id, space: b.id, channel: 'A-01' }])).toEqual([
    { id: sensor.id, ok: false, code: 'no-channels' },
  ]);
});

test('another company finds neither the sensor nor the bay, and a viewer may not place sensors', async () => {
  const [a] = await first(1);
  const sensor = await loose(a);
  const other = await parking.app.signIn('other@rasid.test');
  await parking.app.kit.pool.query(
    `INSERT INTO company_app (company_id, app_id) SELECT u.company_id, 'sparking' FROM users u WHERE u.email = 'other@rasid.test' ON CONFLICT DO NOTHING`,
  );
  const { status, body } = await send([{ id: sensor.id, space: a.id }], other);
  expect([status, body.data]).toEqual([200, [{ id: sensor.id, ok: false, code: 'place-not-found' }]]);
  const viewer = await parking.app.signIn('viewer@rasid.test');
  expect((await send([{ id: sensor.id, space: a.id }], viewer)).status).toBe(403);
  expect(await bayOf(sensor.id)).toBeNull();
});

test('an item names either a bay or a place, and each device once', async () => {
  const [a] = await first(1);
  const sensor = await loose(a);
  for (const items of [
    [{ id: sensor.id, space: a.id, structureId: a.locationId }],
    [{ id: sensor.id, channel: 'A-01' }],
    [
      { id: sensor.id, space: a.id },
      { id: sensor.id, space: null },
    ],
  ])
    expect((await send(items)).status).toBe(418);
});

test('two sensors and forty take the same statements', async () => {
  const all = await bays(44);
  const [bay] = all as [Bay];
  const { rows } = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state)
     SELECT $1, 'sparking', 23, 2302, 'Bulk ' || n, 'BULK' || n, $2, 'installed' FROM generate_series(1, 44) n RETURNING id`,
    [parking.company, bay.locationId],
  );
  const items: Item[] = rows.map(({ id }, n) => ({ id, space: all[n]?.id ?? null }));
  await results(items.slice(42));
  const count = (some: readonly Item[]) => countStatements(parking.app, () => results(some));
  const two = await count(items.slice(0, 2));
  expect(await count(items.slice(2, 42))).toBe(two);
});
