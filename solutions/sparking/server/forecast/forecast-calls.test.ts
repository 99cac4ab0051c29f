import { afterAll, beforeAll, expect, test } from 'vitest';
import { addHistory, historyOf, makeForecasts } from '#main/testing/parking/test-history.ts';
import { TestParking } from '#main/testing/parking/test-parking.ts';
import { dueDone } from '#main/testing/test-device.ts';
import { countStatements } from '#main/testing.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { weekdays } from '#platform/common/time/week-schedule.ts';
import { inSystem } from '#platform/server/postgres/database.ts';
import { shuffled } from '../demo/day-shares.ts';
import { quarterMs } from '../stays/times.ts';
import { dueForecasts, renewForecasts } from './due-forecasts.ts';

let parking: TestParking;
beforeAll(async () => {
  parking = await TestParking.begin();
});
afterAll(() => parking.app.close());

const forecast = async (location: number) => {
  const { status, body } = await parking.call('GET', `/location/${location}/forecast`);
  expect(status).toBe(200);
  return body.data;
};

test('the forecast of a car park with three weeks of history is shown, and beats both naive ones', async () => {
  const location = await parking.location();
  await addHistory(parking, location, historyOf(21));
  const { reason, errors, zone, dayFrom, dayTo, quarters } = await forecast(location);
  expect(reason).toBeNull();
  expect(errors.error).toBeGreaterThan(0);
  expect(errors.error).toBeLessThan(Math.min(errors.asNow, errors.weekAgo));
  // Each quarter of an hour from now to midnight there.
  expect([zone, Date.parse(dayTo) - Date.parse(dayFrom)]).toEqual(['Asia/Dubai', dayMs]);
  const now = Math.floor(Date.now() / quarterMs) * quarterMs;
  const first = Date.parse(quarters[0].at);
  expect([now, now - quarterMs]).toContain(first);
  expect(quarters).toHaveLength((Date.parse(dayTo) - first) / quarterMs);
  for (const { share, low, high } of quarters) {
    expect(share).toBeGreaterThanOrEqual(0);
    expect(share).toBeLessThanOrEqual(1);
    expect(low).toBeLessThan(high);
  }
});

test('the forecast of a car park whose history has been shuffled is not shown', async () => {
  const location = await parking.location();
  const { from, shares } = historyOf(21);
  await addHistory(parking, location, { from, shares });
  expect((await forecast(location)).reason).toBeNull();
  await addHistory(parking, location, { from, shares: shuffled(shares, 'forecast') });
  const { reason, errors, quarters } = await forecast(location);
  expect([reason, quarters]).toEqual(['not-better', []]);
  expect(errors.error).toBeGreaterThan(0);
});

test('nothing is forecast of a new car park, of one of which too little is known, and of one for which that is switched off', async () => {
  const location = await parking.location();
  expect(await forecast(location)).toMatchObject({ reason: 'history', errors: null, quarters: [] });
  const days = historyOf(21);
  await addHistory(parking, location, { ...days, knownPart: () => 0.8 });
  expect((await forecast(location)).reason).toBe('history');
  await addHistory(parking, location, days);
  expect((await forecast(location)).reason).toBeNull();
  await parking.call('PATCH', `/location/${location}`, { forecast: false });
  expect(await forecast(location)).toMatchObject({ reason: 'off', quarters: [] });
  await makeForecasts(parking, location);
  const kept = 'SELECT error, jsonb_array_length(expected) AS expected FROM sparking_forecast WHERE id = $1';
  expect((await parking.app.kit.pool.query(kept, [location])).rows).toEqual([{ error: null, expected: 0 }]);
  await parking.call('PATCH', `/location/${location}`, { forecast: true });
  await dueDone(parking.app, [dueForecasts]);
  expect((await forecast(location)).reason).toBeNull();
});

test('a forecast needs to know how full the car park is now', async () => {
  const location = await parking.location();
  const days = historyOf(21);
  const last = days.shares.length - 1;
  await addHistory(parking, location, { ...days, knownPart: (n) => (n === last ? 0.5 : 1) });
  expect((await forecast(location)).reason).toBe('unknown');
  await addHistory(parking, location, days);
  expect((await forecast(location)).reason).toBeNull();
  await parking.app.kit.pool.query(
    `UPDATE sparking_counted SET counted_until = counted_until - interval '2 hours' WHERE id = $1`,
    [location],
  );
  expect((await forecast(location)).reason).toBe('unknown');
});

test('an outage of three days is not learned from', async () => {
  const [whole, broken] = [await parking.location(), await parking.location()];
  const days = historyOf(14);
  await addHistory(parking, whole, days);
  const isOut = (n: number) => n >= 9 * 96 && n < 12 * 96;
  const wrong = days.shares.map((share, n) => (isOut(n) ? 1 : share));
  await addHistory(parking, broken, { from: days.from, shares: wrong, knownPart: (n) => (isOut(n) ? 0.5 : 1) });
  const expected = async (location: number): Promise<(number | null)[]> => {
    const { rows } = await parking.app.kit.pool.query('SELECT expected FROM sparking_forecast WHERE id = $1', [
      location,
    ]);
    return rows[0].expected;
  };
  const [usual, despite] = [await expected(whole), await expected(broken)];
  expect(usual).toHaveLength(despite.length);
  for (const [n, share] of despite.entries()) expect(Math.abs((share ?? 1) - (usual[n] ?? 0))).toBeLessThan(0.2);
});

test('a car park that is closed for the rest of the day says so', async () => {
  const location = await parking.location();
  await addHistory(parking, location, historyOf(21));
  const never = weekdays.map((name) => ({ name, periods: [] }));
  await parking.call('PATCH', `/location/${location}`, {
    schedule: { timeZone: 'Asia/Dubai', week: never, seasons: [], holidays: [] },
  });
  expect(await forecast(location)).toMatchObject({ reason: 'closed', quarters: [] });
});

test('the forecasts of many car parks take the statements of one', async () => {
  const locations = await Promise.all(Array.from({ length: 4 }, () => parking.location()));
  const statements = (of: readonly number[]) =>
    countStatements(parking.app, () => inSystem(parking.app.kit.db, (tx) => renewForecasts(tx, of, Date.now())));
  expect(await statements(locations)).toBe(await statements(locations.slice(0, 1)));
});
