import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Bay, minute, TestParking } from '#main/testing/parking/test-parking.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const place = async () => {
  const location = await parking.location();
  const bays = (await parking.baysOf(await parking.group(location, 2))) as [Bay, Bay];
  return { location, bays };
};
async function stock(serial: string): Promise<number> {
  const { rows } = await parking.app.kit.pool.query(
    `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state)
     VALUES ($1, 'sparking', 23, 2302, $2, $2, 'inventory') RETURNING id`,
    [parking.company, serial],
  );
  return rows[0].id;
}
const pair = (bay: Bay, serial: string, key?: string) =>
  parking.customer.call('PUT', `/sparking/api/slot/${bay.id}/sensor`, {
    body: { serial },
    ...(key ? { headers: { 'idempotency-key': key } } : {}),
  });

test('a sensor is paired with its bay by its serial number; a call that is sent again changes nothing', async () => {
  const { location, bays } = await place();
  const [a, b] = bays;
  const id = await stock('PAIR-1');
  const sensor = { id, name: 'PAIR-1', serial: 'PAIR-1' };
  expect(await pair(a, 'PAIR-1', 'pair-1')).toMatchObject({ status: 200, body: { data: sensor } });
  expect((await parking.call('GET', `/location/${location}/pairing`)).body.data).toMatchObject([
    { id: a.id, number: a.number, sensor },
    { id: b.id, sensor: null },
  ]);
  await parking.call('PATCH', '/device/bulk', { items: [{ id, space: b.id }] });
  expect((await pair(a, 'PAIR-1', 'pair-1')).status).toBe(200);
  expect((await parking.call('GET', `/location/${location}/pairing`)).body.data).toMatchObject([
    { sensor: null },
    { sensor },
  ]);
});

test('a taken bay refuses with the number and the sensor that is there, and an unknown serial number with itself', async () => {
  const { bays } = await place();
  const there = await parking.sensor(bays[0]);
  await stock('PAIR-2');
  const taken = await pair(bays[0], 'PAIR-2');
  expect([taken.status, taken.body.word, taken.body.detail]).toEqual([
    409,
    'slot-taken',
    expect.objectContaining({ name: there.name, number: bays[0].number }),
  ]);
  const unknown = await pair(bays[1], 'PAIR-9');
  expect([unknown.status, unknown.body.word, unknown.body.detail]).toMatchObject([
    404,
    'no-such-sensor',
    { serial: 'PAIR-9' },
  ]);
});

test('a serial number is found however its label writes it', async () => {
  const { bays } = await place();
  const sensor = await parking.device(2302, bays[0].locationId, null);
  await parking.app.kit.pool.query("UPDATE device SET serial = '70B3D5E75F0A1B2C' WHERE id = $1", [sensor.id]);
  for (const serial of [' 70b3d5e75f0a1b2c ', '70-B3-D5-E7-5F-0A-1B-2C', '70:b3:d5:e7:5f:0a:1b:2c'])
    expect((await pair(bays[0], serial)).body.data, serial).toMatchObject({ id: sensor.id });
});

test('the first report after it was paired is the state of its bay', async () => {
  const { bays } = await place();
  const sensor = await parking.device(2302, bays[0].locationId, null);
  await pair(bays[0], sensor.name);
  const at = Date.now();
  await parking.occupied(sensor, at, true);
  const { state, since } = (await parking.call('GET', `/slot/${bays[0].id}`)).body.data;
  expect([state, Date.parse(since)]).toEqual(['occupied', at]);
  expect(Date.now() - at).toBeLessThan(minute);
});

test('a person who may not install sensors there neither pairs them nor reads the list', async () => {
  const { location, bays } = await place();
  const viewer = await parking.app.signIn('viewer@rasid.test');
  expect((await viewer.call('GET', `/sparking/api/location/${location}/pairing`)).status).toBe(403);
  const body = { serial: 'PAIR-1' };
  expect((await viewer.call('PUT', `/sparking/api/slot/${bays[0].id}/sensor`, { body })).status).toBe(403);
});

test('the signs of bays have their codes in the order in which people count, of all groups or of one', async () => {
  const location = await parking.location();
  const group = await parking.group(location, 10);
  const other = await parking.group(location, 1);
  const [bay] = await parking.baysOf(group);
  const [last] = await parking.baysOf(other);
  await parking.call('PATCH', `/slot/${bay?.id}`, { number: 'Z-100', code: 'WALL-1' });
  await parking.call('PATCH', `/slot/${last?.id}`, { number: 'Z-9', code: null });
  const print = (body: object) => parking.call('POST', `/location/${location}/label`, { language: 'ar', ...body });
  const printed = async (body: object) => {
    const { status, body: answer } = await print(body);
    expect(status, JSON.stringify(answer)).toBe(201);
    const { rows } = await parking.app.kit.pool.query('SELECT page, data FROM print_document WHERE id = $1', [
      answer.data.id,
    ]);
    expect(rows[0].page).toBe('bay-labels');
    return rows[0].data.bays as { number: string; code: string }[];
  };
  const all = await printed({});
  expect(all.slice(-2)).toMatchObject([
    { number: 'Z-9', code: 'Z-9' },
    { number: 'Z-100', code: 'WALL-1' },
  ]);
  expect([all.length, (await printed({ groupId: other })).length]).toEqual([11, 1]);
  expect((await print({ groupId: await parking.group(location, 0) })).body.word).toBe('no-labels');
  const viewer = await parking.app.signIn('viewer@rasid.test');
  const asked = { body: { language: 'en' } };
  expect((await viewer.call('POST', `/sparking/api/location/${location}/label`, asked)).status).toBe(403);
});

test('a bay that a channel watches needs no sensor, and the list says which', async () => {
  const { location, bays } = await place();
  const loops = await parking.device(2303, location, null);
  await parking.channel(loops.id, 'A-02', bays[1], 2);
  await parking.channel(loops.id, 'A-01', bays[1], 1);
  expect((await parking.call('GET', `/location/${location}/pairing`)).body.data).toMatchObject([
    { watchedBy: null },
    { sensor: null, watchedBy: { name: loops.name, channel: 'A-01' } },
  ]);
});

test('the list and the reply say when the sensor was last heard, so that its next report is known', async () => {
  const { location, bays } = await place();
  const sensor = await parking.device(2302, location, null);
  const heard = async () => (await parking.call('GET', `/location/${location}/pairing`)).body.data[0].sensor?.heardAt;
  expect((await pair(bays[0], sensor.name)).body.data.heardAt).toBeNull();
  expect(await heard()).toBeNull();
  await parking.occupied(sensor, Date.now(), true);
  expect(Math.abs(Date.parse(await heard()) - Date.now())).toBeLessThan(minute);
});
