import { expect, test } from 'vitest';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { type DemoStay, dayOf, staysBetween } from './bay-days.ts';
import { carParks } from './car-parks.ts';

const now = Date.parse('2026-11-24T14:00:00+04:00');

test.each(carParks.map((park) => [park.key, park] as const))('vehicles in a bay of %s never overlap', (_, park) => {
  for (const bay of ['1', '2', '3', '4', '5', '6']) {
    const stays = staysBetween(park.key, bay, park.habits, now - 60 * dayMs, now);
    expect(stays.length).toBeGreaterThan(20);
    for (const [at, stay] of stays.entries()) {
      expect(stay.to).toBeGreaterThan(stay.from);
      expect(stay.from).toBeGreaterThan(stays[at - 1]?.to ?? 0);
    }
  }
});

test('what is asked for day by day is what is asked for at once', () => {
  const [park] = carParks;
  if (!park) throw new Error('the demo has no car park');
  const within = (from: number, to: number) => staysBetween(park.key, 'B1-007', park.habits, from, to);
  const began = (stays: readonly DemoStay[], from: number) => stays.filter((stay) => stay.from >= from);
  const whole = began(within(now - 9 * dayMs, now), now - 9 * dayMs);
  const parts = Array.from({ length: 9 }, (_, n) => now - (9 - n) * dayMs).flatMap((from) =>
    began(within(from, from + dayMs), from),
  );
  expect(parts).toEqual(whole);
});

test('the mall is fuller at the weekend, and in the evenings of Ramadan', () => {
  const [mall] = carParks;
  if (!mall) throw new Error('the demo has no car park');
  const arrivals = (day: string) => {
    const from = Date.parse(`${day}T00:00:00+04:00`);
    return Array.from({ length: 200 }, (_, n) =>
      staysBetween(mall.key, `B1-${n}`, mall.habits, from, from + dayMs),
    ).flatMap((stays) => stays.filter((stay) => dayOf(stay.from) === dayOf(from)));
  };
  const [saturday, monday, fasting] = ['2026-11-21', '2026-11-23', '2026-02-23'].map(arrivals);
  expect(saturday?.length).toBeGreaterThan(1.2 * (monday?.length ?? 0));
  const late = (stays: readonly DemoStay[] = []) =>
    stays.filter(({ from }) => new Date(from).getUTCHours() >= 16).length / stays.length;
  expect(late(fasting)).toBeGreaterThan(1.5 * late(monday));
});
