import { expect, test } from 'vitest';
import { gathered } from './gathered.ts';

test('the first alarm is passed on at once, a storm afterwards as one', async () => {
  const passed: number[][] = [];
  const pauses: (() => void)[] = [];
  const add = gathered<number>(
    (items) => passed.push(items),
    () => new Promise((resolve) => pauses.push(resolve)),
    (run) => run(),
  );
  const first = add([1]);
  await Promise.resolve();
  await add([2, 3]);
  await add([4]);
  expect(passed).toEqual([[1]]);
  pauses[0]?.();
  await expect.poll(() => passed).toEqual([[1], [2, 3, 4]]);
  await expect.poll(() => pauses.length).toBe(2);
  pauses[1]?.();
  await first;
  await expect.poll(() => passed).toHaveLength(2);
});

test('a tab that does not hold the lock passes nothing on, also later', async () => {
  const passed: number[][] = [];
  let held = false;
  const add = gathered<number>(
    (items) => passed.push(items),
    async () => {},
    async (run) => (held ? run() : undefined),
  );
  await add([1]);
  held = true;
  await add([2]);
  expect(passed).toEqual([[2]]);
});
