import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addHistory, historyOf } from '#main/testing/parking/test-history.ts';
import { type Bay, TestParking } from '#main/testing/parking/test-parking.ts';
import { countStatements } from '#main/testing.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import type { ParkApi, PublicLocation } from '../../common/public.ts';
import { shuffled } from '../demo/day-shares.ts';

let parking: TestParking;
let location: number;
let token: string;

beforeAll(async () => {
  parking = await TestParking.begin();
  location = await parking.location({ public: true });
  const bays = await parking.baysOf(await parking.group(location, 20));
  for (const { id } of bays) await parking.call('POST', `/slot/${id}/state`, { state: 'free', reason: 'Seen' });
  await parking.occupied(await parking.sensor(bays[0] as Bay), Date.now(), true);
  token = (await parking.call('GET', `/location/${location}/public`)).body.data.token;
});
afterAll(() => parking.app.close());

let asked = 0;
/** Reads as a stranger after the last answer has expired. */
async function read<Reply>(path = ''): Promise<Reply> {
  asked += 1;
  const url = `/api/sparking/api/public/${token}${path}`;
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + asked * 31_000);
  const reply = await parking.app.http.inject({ url, headers: { 'x-forwarded-for': `10.8.0.${asked}` } });
  clock.mockRestore();
  expect(reply.statusCode).toBe(200);
  return reply.json();
}
const page = () => read<PublicLocation>();
const isForecast = async () => (await read<ParkApi>('/parkapi.json')).lots[0]?.forecast;

test('a page that has not changed is answered by its ETag alone, without the database', async () => {
  const headers = { 'x-forwarded-for': '10.8.1.1' };
  const url = `/api/sparking/api/public/${token}`;
  const first = await parking.app.http.inject({ url, headers });
  const readers: number[] = [];
  const ask = async () => {
    const known = { ...headers, 'if-none-match': String(first.headers.etag) };
    const { statusCode, body } = await parking.app.http.inject({ url, headers: known });
    readers.push(statusCode + body.length);
  };
  const statements = await countStatements(parking.app, async () => {
    for (let reader = 0; reader < 20; reader++) await ask();
  });
  expect([first.statusCode, statements, new Set(readers)]).toEqual([200, 0, new Set([304])]);
});

test('the free bays of half an hour and of an hour later are published where the forecast has proven good', async () => {
  expect([(await page()).later, await isForecast()]).toEqual([[], false]);
  const history = historyOf(21);
  await addHistory(parking, location, history);
  const { free, total, later } = await page();
  expect([free, total]).toEqual([19, 20]);
  expect(later.map(({ minutes }) => minutes)).toEqual([30, 60]);
  for (const one of later) {
    expect(one.free).toBeGreaterThanOrEqual(0);
    expect(one.free).toBeLessThanOrEqual(20);
  }
  expect(await isForecast()).toBe(true);
  await addHistory(parking, location, { ...history, shares: shuffled(history.shares, 'public') });
  expect([(await page()).later, await isForecast()]).toEqual([[], false]);
});

test('the free bays follow the car park as it fills', async () => {
  // Every day it is empty until now, and fills within the next hour.
  const { from, shares } = historyOf(28);
  const last = shares.length - 1;
  const usual = (n: number) => [0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.6][(96 + n - (last % 96)) % 96] ?? 0;
  await addHistory(parking, location, { from, shares: shares.map((share, n) => usual(n) + share / 100) });
  const { later } = await page();
  const [half, whole] = later;
  expect(half?.free).toBeLessThan(19);
  expect(whole?.free).toBeLessThan(half?.free ?? 0);
});

test('a car park that is closed, or whose sensors are silent, publishes nothing about later', async () => {
  await addHistory(parking, location, historyOf(21));
  expect((await page()).later).toHaveLength(2);
  const never = weekdays.map((name) => ({ name, periods: [] }));
  const schedule = { timeZone: 'Asia/Dubai', week: never, seasons: [], holidays: [] };
  await parking.call('PATCH', `/location/${location}`, { schedule });
  expect([(await page()).later, await isForecast()]).toEqual([[], false]);
  await parking.call('PATCH', `/location/${location}`, { schedule: null });
  expect((await page()).later).toHaveLength(2);
  await parking.app.kit.pool.query("UPDATE device_state SET last_message_at = now() - interval '1 hour'");
  expect([(await page()).later, await isForecast()]).toEqual([[], false]);
});
