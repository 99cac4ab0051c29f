import { expect, test } from 'vitest';
import { type ItemState, runItems } from './run-items.ts';

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : null);

test('a refused item shows its reason, and the others are done', async () => {
  const states: ItemState[] = [];
  await runItems({
    items: [1, 2, 3],
    run: async (item) => {
      if (item === 2) throw new Error('refused');
    },
    reasonOf,
    onState: (position, state) => {
      states[position] = state;
    },
    signal: new AbortController().signal,
  });
  expect(states).toEqual([{ state: 'done' }, { state: 'failed', reason: 'refused' }, { state: 'done' }]);
});

test('four items run at the same time, and no further item begins after a stop', async () => {
  const stop = new AbortController();
  const started: number[] = [];
  const gates = Array.from({ length: 10 }, () => Promise.withResolvers<void>());
  const running = runItems({
    items: gates.map((_, position) => position),
    run: (item) => {
      started.push(item);
      return (gates[item] as PromiseWithResolvers<void>).promise;
    },
    reasonOf,
    onState: () => undefined,
    signal: stop.signal,
  });
  expect(started).toEqual([0, 1, 2, 3]);
  stop.abort();
  for (const gate of gates) gate.resolve();
  await running;
  expect(started).toEqual([0, 1, 2, 3]);
});

test('an error that is not an answer ends the run', async () => {
  const run = runItems({
    items: [1],
    run: async () => Promise.reject('broken'),
    reasonOf,
    onState: () => undefined,
    signal: new AbortController().signal,
  });
  await expect(run).rejects.toBe('broken');
});
