import { expect, test } from 'vitest';
import { isolateFaults } from './isolate-faults.ts';

const failing = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });
const batch = Array.from({ length: 64 }, (_, at) => ({ message: at, at }));

async function store(faulty: readonly number[], code: string) {
  const stored: number[] = [];
  const setAside: number[] = [];
  let transactions = 0;
  const failures = await isolateFaults(
    batch,
    async (messages) => {
      transactions += 1;
      if (messages.some((message) => faulty.includes(message))) throw failing(code);
      stored.push(...messages);
    },
    async (message) => void setAside.push(message),
  );
  return { stored, setAside, failures, transactions };
}

test('a message with bad data is set aside and the others of its batch are stored', async () => {
  const { stored, setAside, failures } = await store([7], '22003');
  expect([stored.length, setAside, failures.size]).toEqual([63, [7], 0]);
});

test('a message that causes an error of the program fails and is delivered again, while the others of its batch are stored', async () => {
  const { stored, setAside, failures } = await store([7, 40], '42601');
  expect([stored.length, setAside, [...failures.keys()].sort()]).toEqual([62, [], [40, 7]]);
});

test('a batch in which every message causes an error of the program is not tried message by message', async () => {
  const { stored, failures, transactions } = await store(
    batch.map(({ at }) => at),
    '42601',
  );
  expect([stored.length, failures.size]).toEqual([0, 64]);
  expect(transactions).toBeLessThan(48);
});

test.each(['08006', '57P01', '40P01', '53100'])('an outage (%s) fails the whole batch at once', async (code) => {
  const { failures, transactions } = await store([7], code);
  expect([failures.size, transactions]).toEqual([64, 1]);
});
