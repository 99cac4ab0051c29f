import { pino } from 'pino';
import { expect, test } from 'vitest';
import { commitQueue } from './commit-queue.ts';

test('what runs after a commit runs although something before it failed, which is logged', () => {
  const logged: string[] = [];
  const log = pino({ base: undefined, timestamp: false }, { write: (line) => void logged.push(line) });
  const { afterCommit, run } = commitQueue({ log });
  const done: string[] = [];
  afterCommit(() => {
    throw new Error('nobody listens');
  });
  afterCommit(() => void done.push('mail'));
  run();
  expect(done).toEqual(['mail']);
  expect(logged).toEqual([expect.stringContaining('nobody listens')]);
});
