import { describe, expect, test } from 'vitest';
import { metresBetween } from '#core/places/common/geofence.ts';
import { bandOf, type FenceObservation, type FenceState, stepFence } from './fence-machine.ts';

type Given = [second: number, distance: number, accuracy?: number | null, motion?: boolean];

/** Steps through fixes at distances from the edge in metres; returns the events as "second event". */
function events(fixes: Given[], options: Partial<FenceObservation> = {}, start?: FenceState): string[] {
  let state = start;
  return fixes.flatMap(([second, distance, accuracy = 5, motion]) => {
    const fix = { time: second * 1000, accuracy, source: 'gnss' as const, motion: motion ?? null };
    const step = stepFence(state, { fix, distance, radius: 100, intervalSeconds: 30, ...options });
    state = step.state;
    return step.event ? [`${second} ${step.event} since ${step.state.since / 1000}`] : [];
  });
}
const inside: FenceState = { inside: true, since: 0, event: true, candidateAt: null };
const outside: FenceState = { inside: false, since: 0, event: false, candidateAt: null };

describe('a geofence', () => {
  test('is entered and left silently by nobody: the first fix sets the state without an event', () => {
    expect(events([[0, -50]])).toEqual([]);
    expect(events([[0, 500]])).toEqual([]);
  });

  test('is entered with the second fix within, since the first of them', () => {
    expect(
      events(
        [
          [10, -1],
          [20, -1],
        ],
        {},
        outside,
      ),
    ).toEqual(['20 enter since 10']);
  });

  test('is entered with one fix that is within by its error and the band', () => {
    expect(events([[10, -26]], {}, outside)).toEqual(['10 enter since 10']);
    expect(events([[10, -24]], {}, outside)).toEqual([]);
  });

  test('is left with two fixes in a row that are outside by error and band', () => {
    expect(
      events(
        [
          [10, 26],
          [20, 26],
        ],
        {},
        inside,
      ),
    ).toEqual(['20 exit since 10']);
    expect(
      events(
        [
          [10, 24],
          [20, 24],
          [30, 24],
        ],
        {},
        inside,
      ),
    ).toEqual([]);
  });

  test('is not left by two fixes outside with one within between them', () => {
    expect(
      events(
        [
          [10, 60],
          [20, -10],
          [30, 60],
          [40, -10],
        ],
        {},
        inside,
      ),
    ).toEqual([]);
  });

  test('is left by a slow device whose intermediate fixes are within the band', () => {
    expect(
      events(
        [
          [10, 26],
          [20, 22],
          [30, 27],
        ],
        {},
        inside,
      ),
    ).toEqual(['30 exit since 10']);
  });

  test('is left with one fix by a device that reports seldom, unless it reports that it does not move', () => {
    expect(events([[10, 60]], { intervalSeconds: 600 }, inside)).toEqual(['10 exit since 10']);
    expect(events([[10, 60, 5, false]], { intervalSeconds: 600 }, inside)).toEqual([]);
  });

  test('ignores a fix whose error is larger than the fence', () => {
    expect(
      events(
        [
          [10, 500, 120],
          [20, 500, 120],
        ],
        {},
        inside,
      ),
    ).toEqual([]);
    expect(
      events(
        [
          [10, 500, 120],
          [20, 500, 120],
        ],
        { radius: 130 },
        inside,
      ),
    ).toHaveLength(1);
  });

  test('takes an error of 15 m for a satellite fix that states none', () => {
    expect(
      events(
        [
          [10, 36, null],
          [20, 36, null],
        ],
        {},
        inside,
      ),
    ).toEqual(['20 exit since 10']);
    expect(
      events(
        [
          [10, 34, null],
          [20, 34, null],
        ],
        {},
        inside,
      ),
    ).toEqual([]);
  });

  test('has a band of a tenth of its radius, from 20 to 200 m', () => {
    expect([bandOf(50), bandOf(1000), bandOf(9000)]).toEqual([20, 100, 200]);
  });
});

/** Fixes of one phone on a desk and of one that leaves; the office is a circle of 50 m. Times in seconds. */
const office = { lat: 25.2, lng: 55.27 };
const north = (metres: number) => ({ lat: office.lat + metres / 111_195, lng: office.lng });
const recorded = (fixes: [second: number, metres: number, accuracy: number][]): Given[] =>
  fixes.map(([second, metres, accuracy]) => [second, metresBetween(office, north(metres)) - 50, accuracy]);

test('fixes that jump 200 m away and back at a stated error of 1.9 m do not count as an exit', () => {
  const glitches = recorded([
    [0, 8.2, 6],
    [12, 200.2, 1.9],
    [24, 9.6, 5],
    [79, 198.1, 1.7],
    [100, 10.1, 5],
  ]);
  expect(events(glitches, { radius: 50 }, inside)).toEqual([]);
});

test('a departure makes one exit, with the second fix outside', () => {
  const departure = recorded([
    [0, 8, 6],
    [12, 40, 5],
    [24, 110, 4],
    [36, 210, 4],
    [48, 320, 3],
    [60, 450, 3],
  ]);
  expect(events(departure, { radius: 50 }, inside)).toEqual(['36 exit since 24']);
});
