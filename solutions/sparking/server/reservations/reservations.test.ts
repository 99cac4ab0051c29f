import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type Bay, hour, minute, TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import type { TestPerson } from '#main/testing.ts';
import { dueTurns } from './due-turns.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const query = async (text: string, values: unknown[] = []) => (await parking.app.kit.pool.query(text, values)).rows;
const inTime = (ms: number) => new Date(Date.now() + ms).toISOString();
const say = (bay: Bay | undefined, state: string) =>
  parking.call('POST', `/slot/${bay?.id}/state`, { state, reason: 'Seen' });

type Public = { location: number; group: number; bays: Bay[]; token: string };
/** A public car park with a group of ten bays, all free, and a sensor that is alive. */
async function open(): Promise<Public> {
  const location = await parking.location({ public: true, location: { lat: 25.2, lng: 55.3 }, publicSlots: true });
  const group = await parking.group(location, 10);
  const bays = await parking.baysOf(group);
  for (const bay of bays) await say(bay, 'free');
  const [last] = bays.slice(-1);
  if (last) await parking.occupied(await parking.sensor(last), Date.now(), false);
  return { location, group, bays, token: (await parking.call('GET', `/location/${location}/public`)).body.data.token };
}

let asked = 0;
/** Reads as a stranger whose address is new, after the last answer has expired. */
async function published({ token }: Public, path: string) {
  asked += 1;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + asked * 31_000);
  const headers = { 'x-forwarded-for': `10.8.0.${asked}` };
  const reply = await parking.app.http.inject({
    method: 'GET',
    url: `/api/sparking/api/public/${token}${path}`,
    headers,
  });
  clock.mockRestore();
  return JSON.parse(reply.body);
}
/** What the page and the feed say; both must agree. */
async function figures(place: Public) {
  const { state, free, total } = await published(place, '');
  const [lot] = (await published(place, '/parkapi.json')).lots;
  expect([lot.state, lot.free, lot.total]).toEqual([state, free ?? 0, total ?? 0]);
  return { state, free, total };
}

const reserve = ({ location }: Public, body: object, person: TestPerson = parking.customer) =>
  person.call('POST', `/sparking/api/location/${location}/reservation`, {
    body: { from: inTime(hour), until: inTime(6 * hour), purpose: 'Wedding', ...body },
  });
const close = ({ location }: Public, body: object = {}) =>
  parking.call('POST', `/location/${location}/close`, { until: inTime(hour), purpose: 'Marathon', ...body });
const listed = async ({ location }: Public, person: TestPerson = parking.customer) =>
  (await person.call('GET', `/sparking/api/reservation?locationId=${location}`)).body.data;

/** Lets the time come at which the reservations of a car park begin. */
async function begin({ location }: Public): Promise<void> {
  await query(`UPDATE sparking_reservation SET from_at = now(), turns_at = now() WHERE location_id = $1`, [location]);
  await dueDone(parking.app, [dueTurns]);
}

test('five bays that are reserved while two are occupied leave the figures at once if free, and else as they are left', async () => {
  const place = await open();
  for (const bay of place.bays.slice(0, 2)) await say(bay, 'occupied');
  const made = await reserve(place, { groupId: place.group, count: 5 });
  expect([made.status, made.body.data ?? made.body]).toMatchObject([
    201,
    {
      ...{ kind: 'reserved', purpose: 'Wedding', group: null, by: { name: expect.any(String) } },
      bays: place.bays.slice(0, 5).map(({ number }) => number),
    },
  ]);
  expect(await figures(place)).toEqual({ state: 'open', free: 8, total: 10 });
  await begin(place);
  expect(await figures(place)).toEqual({ state: 'open', free: 5, total: 7 });
  await say(place.bays[0], 'free');
  expect(await figures(place)).toEqual({ state: 'open', free: 5, total: 6 });
  await say(place.bays[1], 'free');
  expect(await figures(place)).toEqual({ state: 'open', free: 5, total: 5 });
  // Those for whom the bays are kept come.
  await say(place.bays[0], 'occupied');
  expect(await figures(place)).toEqual({ state: 'open', free: 5, total: 5 });
  const features = (await published(place, '/slots.geojson')).features;
  expect(features.map(({ properties }: { properties: { number: string } }) => properties.number)).toEqual(
    place.bays.slice(5).map(({ number }) => number),
  );
  const [row] = await listed(place);
  expect((await parking.call('DELETE', `/reservation/${row.id}`)).status).toBe(204);
  expect(await figures(place)).toEqual({ state: 'open', free: 9, total: 10 });
  expect(await listed(place)).toEqual([]);
});

test('a car park that is closed for an event is closed, whatever else is said of it, until that ends', async () => {
  const place = await open();
  await reserve(place, { slotIds: [place.bays[0]?.id], from: inTime(minute) });
  await begin(place);
  expect(await figures(place)).toEqual({ state: 'open', free: 9, total: 9 });
  const until = inTime(hour);
  const made = await close(place, { until });
  expect([made.status, made.body.data]).toMatchObject([201, { kind: 'closed', group: null, untilAt: until }]);
  expect(await figures(place)).toEqual({ state: 'closed', free: null, total: null });
  expect((await published(place, '')).changesAt).toBe(until);
  await query(`UPDATE sparking_reservation SET from_at = now() - interval '2 hours', until_at = now() WHERE id = $1`, [
    made.body.data.id,
  ]);
  expect(await figures(place)).toEqual({ state: 'open', free: 9, total: 9 });
});

test('of a car park with a closed group the others are counted, and with all of them closed it is closed', async () => {
  const place = await open();
  const other = await parking.group(place.location, 3);
  for (const bay of await parking.baysOf(other)) await say(bay, 'free');
  expect(await figures(place)).toEqual({ state: 'open', free: 13, total: 13 });
  expect((await close(place, { groupId: other })).status).toBe(201);
  expect(await figures(place)).toEqual({ state: 'open', free: 10, total: 10 });
  await close(place, { groupId: place.group });
  expect(await figures(place)).toEqual({ state: 'closed', free: null, total: null });
});

test('a bay is kept for one at a time, and a group gives only bays that everyone could use', async () => {
  const place = await open();
  const [first, second, third] = place.bays;
  await parking.call('PATCH', `/slot/${second?.id}`, { use: 'people-of-determination' });
  await parking.call('PATCH', `/slot/${third?.id}`, {
    outOfService: { reason: 'Paint', from: inTime(-hour), until: null },
  });
  expect((await reserve(place, { slotIds: [first?.id] })).status).toBe(201);
  const again = await reserve(place, { slotIds: [first?.id], from: inTime(2 * hour) });
  expect([again.status, again.body.detail]).toMatchObject([409, { number: first?.number }]);
  expect((await reserve(place, { slotIds: [first?.id], from: inTime(6 * hour), until: inTime(7 * hour) })).status).toBe(
    201,
  );
  const many = await reserve(place, { groupId: place.group, count: 8 });
  expect([many.status, many.body.detail]).toMatchObject([409, { count: 7 }]);
  expect((await reserve(place, { groupId: place.group, count: 7 })).body.data.bays).toEqual(
    place.bays.slice(3).map(({ number }) => number),
  );
});

test('a reservation needs a period to come, and either bays or a number of a group of the same car park', async () => {
  const place = await open();
  const other = await open();
  for (const body of [
    { slotIds: [place.bays[0]?.id], until: inTime(-minute) },
    { slotIds: [place.bays[0]?.id], until: inTime(400 * 24 * hour) },
    { slotIds: [other.bays[0]?.id] },
    { groupId: other.group, count: 1 },
    { groupId: place.group },
    { groupId: place.group, count: 1, slotIds: [place.bays[0]?.id] },
    {},
  ])
    expect((await reserve(place, body)).status, JSON.stringify(body)).toBe(418);
  expect((await close(place, { groupId: other.group })).status).toBe(418);
});

test('a bay and the plan say that it is reserved as long as that lasts', async () => {
  const place = await open();
  const [first, second] = place.bays;
  const onPlan = async () =>
    (await parking.call('GET', `/location/${place.location}/slot`)).body.data.flatMap(
      (one: { reserved: boolean; number: string }) => (one.reserved ? one.number : []),
    );
  const ofBay = async (bay: Bay | undefined) => (await parking.call('GET', `/slot/${bay?.id}`)).body.data.reservation;
  const made = await reserve(place, { slotIds: [first?.id], purpose: 'Wedding' });
  expect([await onPlan(), await ofBay(first)]).toEqual([[], null]);
  // The vehicle may stay, but the bay is reserved.
  await say(first, 'occupied');
  await begin(place);
  expect(await onPlan()).toEqual([first?.number]);
  const { until, purpose } = await ofBay(first);
  expect([Date.parse(until), purpose]).toEqual([Date.parse(made.body.data.untilAt), 'Wedding']);
  expect(await ofBay(second)).toBeNull();
  const [listedBay] = (await parking.call('GET', `/slot?locationId=${place.location}`)).body.data;
  expect(listedBay.reservation).toMatchObject({ purpose: 'Wedding' });
  await parking.call('DELETE', `/reservation/${made.body.data.id}`);
  expect([await onPlan(), await ofBay(first)]).toEqual([[], null]);
});

test('a viewer of a car park sees its reservations without for whom they are, and makes and ends none', async () => {
  const place = await open();
  const viewer = await parking.app.signIn('viewer@rasid.test');
  const { id } = (await viewer.call('GET', '/session')).body.data.user;
  await query(
    `WITH made AS (INSERT INTO permission_group (company_id, app_id, name) VALUES ($1, 'sparking', 'Viewers') RETURNING id, company_id),
          member AS (INSERT INTO permission_group_member (group_id, company_id, user_id) SELECT id, company_id, $2 FROM made),
          site AS (INSERT INTO permission_group_resource (group_id, company_id, resource) SELECT id, company_id, $3 FROM made)
     INSERT INTO permission_group_grant (group_id, company_id, entity, actions)
     SELECT id, company_id, unnest(ARRAY['location', 'reservation', 'slot']), ARRAY['read'] FROM made`,
    [parking.company, id, String(place.location)],
  );
  const made = await reserve(place, { groupId: place.group, count: 1 });
  expect((await reserve(place, { groupId: place.group, count: 1 }, viewer)).status).toBe(403);
  expect((await viewer.call('DELETE', `/sparking/api/reservation/${made.body.data.id}`)).status).toBe(403);
  expect(await listed(place, viewer)).toMatchObject([{ id: made.body.data.id, purpose: null }]);
  await query('UPDATE sparking_reservation SET from_at = now() WHERE id = $1', [made.body.data.id]);
  const [bay] = place.bays;
  const seen = await viewer.call('GET', `/sparking/api/slot/${bay?.id}`);
  expect(seen.body.data.reservation).toEqual({ until: expect.any(String), purpose: null });
  await query(`UPDATE sparking_reservation SET from_at = now() + interval '1 hour' WHERE id = $1`, [made.body.data.id]);
  // The bays stay reserved wherever they are counted.
  const other = await parking.group(place.location, 1);
  expect((await parking.call('DELETE', `/group/${place.group}?moveTo=${other}`)).status).toBe(204);
  expect(await listed(place)).toMatchObject([{ bays: made.body.data.bays }]);
  // One that has not begun is gone without a trace in the figures.
  expect((await parking.call('DELETE', `/reservation/${made.body.data.id}`)).status).toBe(204);
  expect(await query('SELECT FROM sparking_reservation WHERE id = $1', [made.body.data.id])).toEqual([]);
});
