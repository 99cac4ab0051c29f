import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { demoCompanies, grantApp } from '#core/accounts/server/api.ts';
import { type Rasid, rasid, type TestPerson } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { inSystem } from '#platform/server/postgres/database.ts';

let app: Rasid;
let customer: TestPerson;
let other: TestPerson;
let location: number;
let address: string;

const call = async (method: Parameters<TestPerson['call']>[0], path: string, body?: object) =>
  (await customer.call(method, `/sparking/api${path}`, body ? { body } : {})).body.data;
const post = async (path: string, payload: object) =>
  (await app.http.inject({ method: 'POST', url: `/api${path}`, payload })).json().data;

beforeAll(async () => {
  app = await rasid();
  [customer, other] = [await app.signIn('customer@rasid.test'), await app.signIn('other@rasid.test')];
  const { reem, qasr } = await inSystem(app.kit.db, demoCompanies);
  await inSystem(app.kit.db, (tx) => grantApp(tx, 'sparking', [reem, qasr]));
  const fields = { countryId: 233, location: { lat: 25.2, lng: 55.3 }, publicNameEn: 'Qasr Mall', fullPct: 75 };
  location = (await call('POST', '/location', { name: 'Qasr Mall Car Park', ...fields })).id;
  const slots = { prefix: 'A-', from: 1, to: 4, digits: 2, use: 'standard' };
  const { id } = await call('POST', '/group', { locationId: location, name: 'Level 1', slots });
  await call('PATCH', `/group/${id}`, { slots: { ...slots, from: 5, to: 5, use: 'ev' } });
  for (const slot of await call('GET', `/slot?locationId=${location}&limit=9`))
    await call('POST', `/slot/${slot.id}/state`, { state: slot.number < 'A-03' ? 'free' : 'occupied', reason: 'Seen' });
  // One of the bays has a sensor, which was heard just now.
  await app.kit.pool.query(
    `WITH made AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state)
       VALUES ($1, 'sparking', 23, 2302, 'RADAR-8', 'RADAR-8', $2, (SELECT id FROM sparking_slot WHERE location_id = $2 AND number = 'A-01'), 'installed') RETURNING id)
     INSERT INTO device_state (device_id, last_message_at, silent_until, online) SELECT id, now(), now() + interval '1 day', true FROM made`,
    [reem, location],
  );
  const { code, secret } = await post('/screen-pairing', {});
  const body = { code, name: 'Gate', app: 'sparking', kind: 'board', subjectId: location, language: 'both' };
  const foreign = await other.call('POST', '/screen', { body });
  expect(foreign.body.errors).toEqual([{ param: 'subjectId', msg: 'invalid' }]);
  expect((await customer.call('POST', '/screen', { body })).status).toBe(201);
  address = (await post('/screen-pairing/state', { secret })).address;
});
afterAll(() => app.close());

let asked = 0;
/** What the display shows after the last answer has expired. */
async function shown() {
  asked += 1;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + asked * 31_000);
  const reply = await app.http.inject({ url: address });
  clock.mockRestore();
  return reply.json().content;
}
const alike = (text: string) => ({ en: text, ar: text });
const free = { en: 'Free', ar: 'شاغر' };
const bays = { en: 'Bays', ar: 'المواقف' };

test('a display at the gate shows what is free by use, without a public page', async () => {
  const board = await shown();
  expect(board).toMatchObject({
    title: alike('Qasr Mall'),
    lines: [
      { label: free, value: alike('2'), tone: 'good' },
      { label: { en: 'Electric vehicles' }, value: alike('0'), tone: 'problem' },
    ],
  });
  expect(Date.parse(board.at)).toBeLessThanOrEqual(Date.now());
});

test('it says that the car park is full, is closed, has no data, and is gone', async () => {
  const [first] = await call('GET', `/slot?locationId=${location}&search=A-01`);
  await call('POST', `/slot/${first.id}/state`, { state: 'occupied', reason: 'Seen' });
  expect((await shown()).lines[0]).toMatchObject({ label: bays, value: { en: 'Full', ar: 'ممتلئ' }, tone: 'problem' });
  const never = weekdays.map((name) => ({ name, periods: [] }));
  const schedule = { timeZone: 'Asia/Dubai', week: never, seasons: [], holidays: [] };
  await call('PATCH', `/location/${location}`, { schedule });
  expect((await shown()).lines).toMatchObject([{ label: bays, value: { en: 'Closed', ar: 'مغلق' } }]);
  await call('PATCH', `/location/${location}`, { schedule: null });
  await app.kit.pool.query("UPDATE device_state SET last_message_at = now() - interval '1 hour'");
  expect(await shown()).toMatchObject({ title: alike('Qasr Mall'), lines: [], at: null });
  expect((await customer.call('DELETE', `/sparking/api/location/${location}?retire=true`)).status).toBe(204);
  expect(await shown()).toBeNull();
});
