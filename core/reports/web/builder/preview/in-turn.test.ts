import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

/** A task that runs until it is ended. */
function tasks() {
  const ends: (() => void)[] = [];
  const begun: string[] = [];
  const task = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name);
      ends.push(() => resolve(name));
    });
  return { begun, ends, task };
}

test('only so many tasks run at once, and the next begins when one has ended', async () => {
  const { begun, ends, task } = tasks();
  const run = inTurn(2);
  const [first] = [run(task('a')), run(task('b')), run(task('c'))];
  expect(begun).toEqual(['a', 'b']);
  ends[0]?.();
  expect(await first).toBe('a');
  await expect.poll(() => begun).toEqual(['a', 'b', 'c']);
});

test('a task that is no longer wanted never begins', async () => {
  const { begun, ends, task } = tasks();
  const run = inTurn(1);
  const first = run(task('a'));
  const given = new AbortController();
  const second = run(task('b'), given.signal);
  given.abort();
  await expect(second).rejects.toThrow();
  ends[0]?.();
  await first;
  expect(begun).toEqual(['a']);
});
