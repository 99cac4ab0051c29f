import { expect, test } from 'vitest';
import { metresBetween } from '#core/places/common/geofence.ts';
import { hourMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { type DemoTour, onTour } from './demo-tour.ts';

const depot = { lat: 25, lng: 55 };
const customer = { lat: 25.09, lng: 55 };
const tour: DemoTour = {
  path: [depot, customer, depot],
  speed: 60,
  stays: [{ at: 1, minutes: 30, engine: 10 }],
  starts: 8 * 60,
  off: [5],
  zone: 'Asia/Dubai',
};
const oneWay = metresBetween(depot, customer);
/** A Monday. */
const at = (hour: number, minute = 0, day = 12) => Date.UTC(2026, 0, day, hour - 4, minute);

test('a vehicle drives to the customer, stands there with the engine running for a while, and comes back', () => {
  expect(onTour(tour, at(7, 59))).toMatchObject({ ...depot, heading: null, engine: false });
  expect(onTour(tour, at(8, 5))).toMatchObject({ heading: 0, engine: true });
  expect(onTour(tour, at(8, 15))).toMatchObject({ ...customer, heading: null, engine: true });
  expect(onTour(tour, at(8, 25))).toMatchObject({ ...customer, engine: false });
  expect(onTour(tour, at(8, 45))).toMatchObject({ heading: 180, engine: true });
  expect(onTour(tour, at(9))).toMatchObject({ ...depot, heading: null, engine: false });
});

test('the distance only grows, by both ways on each working day', () => {
  let before = onTour(tour, at(0)).metres;
  for (let time = at(0); time < at(0, 0, 19); time += 7 * minuteMs) {
    const { metres } = onTour(tour, time);
    expect(metres).toBeGreaterThanOrEqual(before);
    before = metres;
  }
  expect(onTour(tour, at(0, 0, 19)).metres - onTour(tour, at(0)).metres).toBeCloseTo(6 * 2 * oneWay, 3);
});

test('the engine runs on the way and for a while at the customer', () => {
  const ran = (hour: number, minute = 0) => {
    const [before, after] = [onTour(tour, at(0)).engineMs, onTour(tour, at(hour, minute)).engineMs];
    return [after.driving - before.driving, after.idling - before.idling].map((ms) => Math.round(ms / minuteMs));
  };
  expect([ran(8, 5), ran(8, 15), ran(8, 35), ran(12)]).toEqual([
    [5, 0],
    [10, 5],
    [10, 10],
    [20, 10],
  ]);
  // The next morning begins where the day ended.
  expect(onTour(tour, at(7, 0, 13)).engineMs).toEqual(onTour(tour, at(12)).engineMs);
});

test('a tour goes on after midnight', () => {
  const late = { ...tour, starts: 23 * 60 + 55 };
  expect(onTour(late, at(24, 10))).toMatchObject({ ...customer, heading: null });
  // It does not leave on a Friday, but may come back then.
  expect(onTour(late, at(24 * 4 + 23, 58))).toMatchObject({ ...depot, heading: null });
  expect(onTour(late, at(24 * 4, 2)).heading).toBe(0);
  expect(onTour(late, at(24 * 4, 2) + hourMs).heading).toBeNull();
});
