import fc from 'fast-check';
import { expect, test } from 'vitest';
import { deriveHits, type Known, type Observation } from './derive-hits.ts';
import { massOf } from './mass.ts';

const second = 1000;
const minute = 60 * second;
const message = (at: number, more: Partial<Observation>): Observation => ({
  ...{ at, heard: 'reading', kind: 'activation', counter: null, body: false, sprung: null, temperature: null },
  receivedAt: null,
  ...more,
});
const frame = (at: number, counter: number | null = null) => message(at, { heard: 'hit', counter, receivedAt: at });
const heartbeat = (at: number, counter: number) => message(at, { counter });
const hits = (all: readonly Observation[], known: Known | null = null) =>
  deriveHits(all, known, 'activation').hits.map(({ at, from, counterFrom, counterTo }) => [
    from,
    at,
    counterFrom,
    counterTo,
  ]);

test('a counter that moved by more than the frames heard makes hits since the last message of any kind', () => {
  const heard = [frame(0, 42), heartbeat(60 * minute, 42), frame(90 * minute, 45)];
  const made = [
    [null, 0, 42, 42],
    [60 * minute, 90 * minute, 43, 43],
    [60 * minute, 90 * minute, 44, 44],
    [null, 90 * minute, 45, 45],
  ];
  const orders = [
    [0, 1, 2],
    [0, 2, 1],
    [1, 0, 2],
    [1, 2, 0],
    [2, 0, 1],
    [2, 1, 0],
  ];
  for (const order of orders) {
    const arrived = order.flatMap((n) => heard[n] ?? []);
    expect(hits([...arrived, ...arrived])).toEqual(made);
  }
});

test('a heartbeat tells what was lost since the message before it', () => {
  expect(hits([frame(0, 42), heartbeat(60 * minute, 44)]).slice(1)).toEqual([
    [0, 60 * minute, 43, 43],
    [0, 60 * minute, 44, 44],
  ]);
});

test('a frame that comes late takes the place of the hit that its counter had already reported', () => {
  expect(hits([frame(0, 42), frame(30 * minute, 44), frame(20 * minute, 43)])).toEqual([
    [null, 0, 42, 42],
    [null, 20 * minute, 43, 43],
    [null, 30 * minute, 44, 44],
  ]);
  // By a clock that is behind the one of the heartbeat that has counted it.
  expect(hits([frame(0, 42), heartbeat(20 * minute, 43), frame(20 * minute + second, 43)])).toEqual([
    [null, 0, 42, 42],
    [null, 20 * minute + second, 43, 43],
  ]);
});

test('a counter that fell is a new battery: what follows counts, and nothing is lost', () => {
  const { hits: made, resets } = deriveHits(
    [frame(0, 44), heartbeat(10 * minute, 0), frame(20 * minute, 1)],
    null,
    'activation',
  );
  expect(made.map(({ at, counterFrom }) => [at, counterFrom])).toEqual([
    [0, 44],
    [20 * minute, 1],
  ]);
  expect(resets).toEqual([{ at: 10 * minute, from: 44, to: 0 }]);
});

test('activations within ten seconds are one, also when the frame between them was lost', () => {
  expect(hits([frame(0), frame(10 * second), frame(20 * second), frame(31 * second)])).toEqual([
    [null, 0, null, null],
    [null, 31 * second, null, null],
  ]);
  expect(hits([frame(0, 1), frame(4 * second, 3)])).toEqual([[null, 0, 1, 3]]);
});

test('activity counts once in ten minutes, and says how often it was', () => {
  const activity = (at: number) => message(at, { heard: 'hit', kind: 'activity', receivedAt: at });
  const made = deriveHits(
    [0, 4, 9, 10, 19, 20].map((n) => activity(n * minute)),
    null,
    'activity',
  ).hits;
  expect(made.map(({ at, count }) => [at / minute, count])).toEqual([
    [0, 3],
    [10, 2],
    [20, 1],
  ]);
});

test('a trap that only reports its state makes a hit of each change to sprung', () => {
  const state = (at: number, sprung: boolean) => message(at, { sprung });
  const heard = [
    state(0, false),
    state(minute, true),
    state(2 * minute, true),
    state(3 * minute, false),
    state(4 * minute, true),
  ];
  const made = deriveHits(heard, null, 'activation').hits;
  expect(made.map(({ at, rearmedAt }) => [at, rearmedAt])).toEqual([
    [minute, 3 * minute],
    [4 * minute, null],
  ]);
  // A heartbeat that only repeats what a frame has heard.
  expect(hits([frame(0, 7), message(60 * minute, { sprung: true, counter: 7 })])).toEqual([[null, 0, 7, 7]]);
});

/** Frames and heartbeats of a trap in the order of their time, some of which are never heard. */
const life = fc
  .array(
    fc.record({
      gap: fc.constantFrom(2, 9, 10, 11, 60, 3600).map((n) => n * second),
      kind: fc.constantFrom('hit', 'hit', 'heartbeat', 'rearm', 'battery'),
      isHeard: fc.constantFrom(true, true, true, false),
      body: fc.boolean(),
    }),
    { minLength: 2, maxLength: 30 },
  )
  .map((steps) => {
    let [at, counter] = [0, 40];
    return steps.flatMap(({ gap, kind, isHeard, body }) => {
      at += gap;
      if (kind === 'hit') counter++;
      if (kind === 'battery') counter = 0;
      const heard = kind === 'hit' || kind === 'rearm' ? kind : 'reading';
      return isHeard ? message(at, { heard, counter, body: kind === 'hit' && body, receivedAt: at }) : [];
    });
  });

test('the same messages make the same hits in any order and however often they come', () => {
  fc.assert(
    fc.property(
      life.chain((heard) =>
        fc.tuple(fc.constant(heard), fc.shuffledSubarray([...heard, ...heard], { minLength: 2 * heard.length })),
      ),
      ([heard, arrived]) => {
        expect(deriveHits(arrived, null, 'activation')).toEqual(deriveHits(heard, null, 'activation'));
      },
    ),
  );
});

const activations = (seconds: readonly number[]) =>
  seconds.map((at, n) => ({ id: n + 1, deviceId: n + 1, at: at * second }));

test('five traps within a minute are a mass, and the sixth a second later belongs to it', () => {
  expect([...massOf(activations([0, 15, 30, 45, 60, 61]), 100)]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...massOf(activations([0, 15, 30, 45, 61]), 100)]).toEqual([]);
  // No other five traps are within a minute of it.
  expect([...massOf(activations([0, 1, 2, 3, 4, 64]), 100)]).toEqual([1, 2, 3, 4, 5, 6]);
  expect([...massOf(activations([0, 1, 2, 3, 4, 65]), 100)]).toEqual([1, 2, 3, 4, 5]);
  expect([...massOf(activations([0, 1, 2, 3, 4, 61]), 100)]).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a fifth of the traps of a small structure is a mass, but never fewer than three, and one trap is none', () => {
  expect(massOf(activations([0, 1, 2]), 15).size).toBe(3);
  expect(massOf(activations([0, 1, 2]), 16).size).toBe(0);
  expect(massOf(activations([0, 1]), 5).size).toBe(0);
  const often = Array.from({ length: 6 }, (_, id) => ({ id, deviceId: 1, at: id * second }));
  expect(massOf(often, 100).size).toBe(0);
});
