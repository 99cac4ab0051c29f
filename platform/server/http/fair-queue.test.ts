import { expect, test } from 'vitest';
import { Refusal } from '../refuse.ts';
import { fairQueue } from './fair-queue.ts';

/** Work that ends on command. */
function works() {
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      started.push(name);
      ends.set(name, () => resolve(name));
    });
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { started, work, end };
}

test('an owner that sends many has one under way, and another owner comes next', async () => {
  const run = fairQueue({ atOnce: 2, perOwner: 1, maxQueuedPerOwner: 10 });
  const { started, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'b1', 'c1'].map((name) => run(name.slice(0, 1), work(name)));
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'b1', 'c1']);
  await end('b1');
  expect(started).toEqual(['a1', 'b1', 'c1', 'a2']);
  for (const name of ['c1', 'a2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
});

test('a failed request frees its place, and a person with too many waiting requests is asked to retry', async () => {
  const run = fairQueue({ atOnce: 1, perOwner: 1, maxQueuedPerOwner: 2 });
  const { work, end } = works();
  const failed = run('a', () => Promise.reject(new Error('broken')));
  const [first, second] = [run('a', work('first')), run('a', work('second'))];
  const third = await run('a', work('third')).catch((error: unknown) => error);
  expect(third).toBeInstanceOf(Refusal);
  expect((third as Refusal).status).toBe(429);
  await expect(failed).rejects.toThrow('broken');
  await new Promise(setImmediate);
  await end('first');
  await end('second');
  expect(await Promise.all([first, second])).toEqual(['first', 'second']);
});

test('an owner with room for two has two under way, and leaves the rest to others', async () => {
  const run = fairQueue({ atOnce: 3, perOwner: 2, maxQueuedPerOwner: 10 });
  const { started, work, end } = works();
  const all = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => run(name.slice(0, 1), work(name)));
  await new Promise(setImmediate);
  expect(started).toEqual(['a1', 'a2', 'b1']);
  await end('a1');
  expect(started).toEqual(['a1', 'a2', 'b1', 'b2']);
  for (const name of ['a2', 'b1', 'b2', 'a3']) await end(name);
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
});

test('work that waits too long is refused, and never begins', async () => {
  const run = fairQueue({ atOnce: 1, perOwner: 1, maxQueuedPerOwner: 2, waitMs: 20 });
  const { started, work, end } = works();
  const first = run('a', work('first'));
  const late = await run('b', work('late')).catch((error: unknown) => error);
  expect([(late as Refusal).status, (late as Refusal).word]).toEqual([503, 'try-again']);
  const next = run('b', work('next'));
  await end('first');
  await end('next');
  expect(await Promise.all([first, next])).toEqual(['first', 'next']);
  expect(started).toEqual(['first', 'next']);
});
