import { expect, test } from 'vitest';
import { type WalkProgress, walkPages } from './walk-pages.ts';

type Answer = { data: number[]; totalRecords: number | undefined };
const numbers = (skip: number, limit: number, total: number) =>
  Array.from({ length: Math.max(0, Math.min(limit, total - skip)) }, (_, at) => skip + at);

async function walk(
  pageOf: (skip: number, limit: number) => Promise<Answer>,
  ahead = 4,
  signal?: AbortSignal,
  countUpTo?: number,
) {
  const rows: unknown[] = [];
  const reported: WalkProgress[] = [];
  await walkPages({
    pageOf,
    keyOf: (row) => row,
    pageSize: 50,
    ahead,
    countUpTo,
    signal: signal ?? new AbortController().signal,
    onPage: (page, progress) => {
      rows.push(...page);
      reported.push(progress);
    },
  });
  return { rows, reported };
}

test('an export requests pages of 50 rows and reports its progress', async () => {
  const asked: [number, number][] = [];
  const { rows, reported } = await walk(async (skip, limit) => {
    asked.push([skip, limit]);
    return { data: numbers(skip, limit, 120), totalRecords: skip === 0 ? 120 : undefined };
  });
  expect(rows).toEqual(numbers(0, 120, 120));
  expect(asked).toEqual([
    [0, 50],
    [50, 50],
    [100, 50],
  ]);
  expect(reported).toEqual([
    { done: 50, total: 120 },
    { done: 100, total: 120 },
    { done: 120, total: 120 },
  ]);
});

test('an export requests pages ahead and delivers them in order', async () => {
  const open: (() => void)[] = [];
  let most = 0;
  const walked = walk((skip, limit) => {
    const answer = { data: numbers(skip, limit, 1000), totalRecords: 1000 };
    if (skip === 0) return Promise.resolve(answer);
    return new Promise((resolve) => {
      open.push(() => resolve(answer));
      most = Math.max(most, open.length);
      // Once all are asked for that may be, the last one answers first.
      queueMicrotask(() => open.pop()?.());
    });
  });
  const { rows } = await walked;
  expect(rows).toEqual(numbers(0, 1000, 1000));
  expect(most).toBe(4);
});

test('an export ends when rows are deleted meanwhile', async () => {
  const { rows } = await walk(async (skip) => ({ data: skip === 0 ? numbers(0, 50, 50) : [], totalRecords: 500 }));
  expect(rows).toHaveLength(50);
});

test('an export without a total requests pages until one is not full', async () => {
  const { rows } = await walk(async (skip, limit) => ({ data: numbers(skip, limit, 120), totalRecords: undefined }));
  expect(rows).toHaveLength(120);
});

test('a cancelled export requests no more pages', async () => {
  const controller = new AbortController();
  const asked: number[] = [];
  const walked = walk(
    async (skip, limit) => {
      asked.push(skip);
      if (skip === 100) controller.abort();
      return { data: numbers(skip, limit, 100_000), totalRecords: 100_000 };
    },
    2,
    controller.signal,
  );
  await expect(walked).rejects.toThrow('aborted');
  expect(asked.length).toBeLessThan(6);
});

test('a failed page ends the export', async () => {
  const walked = walk(async (skip, limit) => {
    if (skip === 150) throw new Error('gone');
    return { data: numbers(skip, limit, 1000), totalRecords: 1000 };
  });
  await expect(walked).rejects.toThrow('gone');
});

test('an export goes on beyond a total that was not counted to its end', async () => {
  const { rows } = await walk(
    async (skip, limit) => ({ data: numbers(skip, limit, 230), totalRecords: skip === 0 ? 101 : undefined }),
    4,
    undefined,
    100,
  );
  expect(rows).toEqual(numbers(0, 230, 230));
});

test('an export of a list that grows meanwhile has each row once, and the last ones too', async () => {
  let added = 0;
  // The latest rows come first, as in a log.
  const rowsOf = (skip: number, limit: number) =>
    numbers(skip, limit, 230 + added).map((at) => ({ id: 230 + added - at }));
  const rows: { id: number }[] = [];
  await walkPages({
    pageOf: async (skip, limit) => {
      const data = rowsOf(skip, limit);
      if (skip === 50) added += 60;
      return { data, totalRecords: skip === 0 ? 230 : undefined };
    },
    keyOf: (row) => (row as { id: number }).id,
    pageSize: 50,
    ahead: 2,
    signal: new AbortController().signal,
    onPage: (page) => rows.push(...(page as { id: number }[])),
  });
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 230 }, (_, at) => 230 - at));
});
