import { beforeAll, expect, test } from 'vitest';
import { app, customer, ids, withCompanies } from '#main/testing/test-companies.ts';

let path: string;
let floorId: number;
withCompanies();
beforeAll(async () => {
  const structures = `/company/${ids.reem}/structure`;
  const made = async (at: string, body: object) => (await customer.call('POST', at, { body })).body.data;
  path = `${structures}/${(await made(structures, { name: 'Garage', countryId: 233 })).id}`;
  floorId = (await made(`${path}/floor`, { name: 'Basement', level: -1 })).id;
});

const post = (body: object) => customer.call('POST', `${path}/space`, { body });
const add = async (body: object) => (await post(body)).body.data;
const change = (id: number, body: object) => customer.call('PATCH', `${path}/space/${id}`, { body });
const errorsOf = ({ body }: { body: { errors?: { param: string; msg: string }[] } }) => body.errors;
const series = {
  kind: 'bay',
  floorId: null,
  parentId: null,
  capacity: null,
  prefix: 'B1-',
  from: 1,
  to: 120,
  digits: 3,
};
const postSeries = (body: object) => customer.call('POST', `${path}/space/series`, { body: { ...series, ...body } });
const total = async (query: string) =>
  (await customer.call('GET', `${path}/space?limit=1&total=true&${query}`)).body.totalRecords;

test('a space has a kind, a code, a capacity and an outline, and is found by its code', async () => {
  const outline = [
    { lat: 25.1, lng: 55.1 },
    { lat: 25.2, lng: 55.1 },
    { lat: 25.2, lng: 55.2 },
  ];
  const room = await add({ name: 'Meeting room', code: 'M-7', capacity: 12, floorId, outline });
  expect(room).toMatchObject({ kind: 'room', code: 'M-7', capacity: 12, outline, parent: null, innerSpaces: 0 });
  expect((await customer.call('GET', `${path}/space?search=m-7&kind=room,area`)).body.data).toMatchObject([
    { id: room.id, floor: { id: floorId } },
  ]);
  expect(await total('kind=bay')).toBe(0);
  expect(errorsOf(await post({ name: 'Other', code: 'm-7' }))).toEqual([{ param: 'code', msg: 'taken' }]);
  expect((await change(room.id, { outline: null })).body.data.outline).toBeNull();
});

test.each([
  [{ kind: 'moon' }, 'kind', 'invalid'],
  [{ kind: 'desk', capacity: 2 }, 'capacity', 'invalid'],
  [{ capacity: 0 }, 'capacity', 'outOfRange'],
  [{ outline: [{ lat: 1, lng: 1 }] }, 'outline', 'threePoints'],
  [{ parentId: 999_999 }, 'parentId', 'invalid'],
])('a space with %j is refused', async (body, param, msg) => {
  expect(errorsOf(await post({ name: 'Refused', ...body }))).toMatchObject([{ param, msg }]);
});

test('a space is within one other space of a kind that may contain it, not deeper, and has its floor', async () => {
  const office = await add({ name: 'Office', floorId });
  const desk = await add({ name: 'Desk 1', kind: 'desk', parentId: office.id });
  expect(desk).toMatchObject({ floor: { id: floorId }, parent: { id: office.id, name: 'Office' } });
  const other = await add({ name: 'Office 2', floorId });
  // Desks of two rooms may have the same name.
  expect((await post({ name: 'Desk 1', kind: 'desk', parentId: other.id })).status).toBe(201);
  const invalidParent = [{ param: 'parentId', msg: 'invalid' }];
  expect(errorsOf(await post({ name: 'Cupboard', kind: 'shelf', parentId: desk.id }))).toEqual(invalidParent);
  expect(errorsOf(await post({ name: 'Bay', kind: 'bay', parentId: office.id }))).toEqual(invalidParent);
  expect((await change(office.id, { kind: 'classroom' })).body.word).toBe('inner-spaces-differ');
  expect((await change(office.id, { floorId: null })).status).toBe(200);
  expect((await customer.call('GET', `${path}/space?parentId=${office.id}`)).body.data).toMatchObject([
    { id: desk.id, floor: null },
  ]);
  const held = (await customer.call('DELETE', `${path}/space/${office.id}`)).body;
  expect([held.word, held.detail]).toEqual(['in-use', { by: 'places.inner-space', count: 1 }]);
  // Also at the same time: the keys of the table allow one level only.
  const deeper = app.kit.pool.query('UPDATE space SET parent_id = $1 WHERE id = $2', [desk.id, other.id]);
  await expect(deeper).rejects.toMatchObject({ code: '23503' });
});

test('a kind without capacity loses the one that the space had', async () => {
  const room = await add({ name: 'Was a room', capacity: 4 });
  expect((await change(room.id, { kind: 'desk' })).body.data).toMatchObject({ kind: 'desk', capacity: null });
});

test('a hundred and twenty bays are made at once, or none if one code is taken', async () => {
  const area = await add({ name: 'Zone A', kind: 'area', floorId });
  const made = await postSeries({ parentId: area.id });
  expect([made.status, made.body.data.length]).toEqual([201, 120]);
  expect(made.body.data.at(-1)).toMatchObject({ name: 'B1-120', code: 'B1-120', floor: { id: floorId } });
  expect(await total(`parentId=${area.id}`)).toBe(120);
  const again = await postSeries({ prefix: 'b1-', from: 100, to: 130 });
  expect([again.status, again.body.word, again.body.detail]).toEqual([
    409,
    'series-taken',
    { count: 21, name: 'B1-100' },
  ]);
  expect(await total('kind=bay')).toBe(120);
});

test('of two people who make the same series at once, one makes all of it and the other nothing', async () => {
  const replies = await Promise.all([postSeries({ prefix: 'C-' }), postSeries({ prefix: 'C-' })]);
  expect(replies.map(({ status }) => status).sort()).toEqual([201, 409]);
  expect(await total('search=C-')).toBe(120);
});

test.each([
  [{ from: 5, to: 4 }, 'to', 'outOfRange'],
  [{ to: 1001 }, 'to', 'seriesTooLong'],
  [{ digits: 7 }, 'digits', 'outOfRange'],
  [{ floorId: 999_999 }, 'floorId', 'invalid'],
])('a series with %j is refused', async (body, param, msg) => {
  expect(errorsOf(await postSeries({ prefix: 'X-', ...body }))).toEqual([{ param, msg }]);
});

test('a thousand spaces are one series', async () => {
  expect((await postSeries({ prefix: 'T-', from: 0, to: 999 })).body.data.length).toBe(1000);
});

test('a space whose kind no app declares any more can still be changed', async () => {
  const room = await add({ name: 'Left behind' });
  await app.kit.pool.query(`UPDATE space SET kind = 'gone' WHERE id = $1`, [room.id]);
  expect((await change(room.id, { name: 'Renamed' })).body.data).toMatchObject({ name: 'Renamed', kind: 'gone' });
});
