import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { refetchInBackground, updateRecordQueries } from './record-queries.ts';

type Row = { id: number; state: string };
const keyPrefix = ['app', 'order'];
const listKey = [...keyPrefix, 'list', { list: { limit: 25 } }];
const detailKey = [...keyPrefix, 'get', { params: { id: 1 } }];

/** A page with a list and a record of it, on a server that answers on command. */
function page() {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 30_000 } } });
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let stored: Row = { id: 1, state: 'open' };
  const ask =
    <T>(name: string, answer: (row: Row) => T) =>
    ({ signal }: { signal: AbortSignal }) => {
      asked.push(name);
      void signal;
      const now = answer(stored);
      return new Promise<T>((resolve) => waiting.push(() => resolve(now)));
    };
  const list = new QueryObserver(client, {
    queryKey: listKey,
    queryFn: ask('list', (row) => ({ data: [row, { id: 2, state: 'open' }] })),
  });
  const detail = new QueryObserver(client, { queryKey: detailKey, queryFn: ask('detail', (row) => row) });
  const ends = [list.subscribe(() => undefined), detail.subscribe(() => undefined)];
  const answerAll = () => {
    for (const one of waiting.splice(0)) one();
  };
  return {
    client,
    asked,
    answerAll,
    store: (row: Row) => {
      stored = row;
    },
    shown: () => [
      client.getQueryData<{ data: Row[] }>(listKey)?.data[0]?.state,
      client.getQueryData<Row>(detailKey)?.state,
    ],
    end: () => {
      for (const end of ends) end();
      client.clear();
    },
  };
}
const shownBy = { detail: detailKey, lists: [[...keyPrefix, 'list']] };

test('the reply of an action updates the record and its row at once, and only the list is refetched', async () => {
  const { client, asked, answerAll, store, shown, end } = page();
  answerAll();
  await expect.poll(shown).toEqual(['open', 'open']);
  asked.length = 0;
  store({ id: 1, state: 'done' });
  await updateRecordQueries(client, { id: 1, state: 'done' }, shownBy);
  expect(shown()).toEqual(['done', 'done']);
  expect(asked).toEqual([]);
  refetchInBackground(client, [keyPrefix], detailKey);
  expect(asked).toEqual(['list']);
  expect(shown()).toEqual(['done', 'done']);
  answerAll();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(shown()).toEqual(['done', 'done']);
  end();
});

test('a reply that was requested before an action never overwrites the result of the action', async () => {
  const { client, answerAll, shown, store, end } = page();
  answerAll();
  await expect.poll(shown).toEqual(['open', 'open']);
  void client.invalidateQueries({ queryKey: keyPrefix });
  store({ id: 1, state: 'done' });
  await updateRecordQueries(client, { id: 1, state: 'done' }, shownBy);
  // The older answers arrive now.
  answerAll();
  await Promise.resolve();
  expect(shown()).toEqual(['done', 'done']);
  refetchInBackground(client, [keyPrefix], detailKey);
  answerAll();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(shown()).toEqual(['done', 'done']);
  end();
});
