import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, expect, test } from 'vitest';
import { patchQueries, refetchQueries } from './live-queries.ts';

const key = ['sample', 'device', 'get', 1];
let client: QueryClient;
/** Answers of the server to the requests, in the order in which they were sent. */
let requests: PromiseWithResolvers<string>[];

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  requests = [];
});

/** Shows the answer as a page does. */
function open() {
  const observer = new QueryObserver(client, {
    queryKey: key,
    queryFn: () => {
      const request = Promise.withResolvers<string>();
      requests.push(request);
      return request.promise;
    },
  });
  observer.subscribe(() => undefined);
  return {
    shown: () => client.getQueryData(key),
    async answer(at: number, value: string) {
      requests[at]?.resolve(value);
      await requests[at]?.promise;
      await Promise.resolve();
      await Promise.resolve();
    },
  };
}

test('a reply that was read before an event does not undo the event', async () => {
  const page = open();
  await page.answer(0, 'first');
  void client.invalidateQueries({ queryKey: key });
  patchQueries<string>(client, key, (data) => `${data}, measured`);
  expect(page.shown()).toBe('first, measured');
  await page.answer(1, 'first');
  expect(page.shown()).toBe('first, measured');
});

test('an event that arrives before the first answer changes that answer', async () => {
  const page = open();
  patchQueries<string>(client, key, (data) => `${data}, measured`);
  await page.answer(0, 'first');
  expect(page.shown()).toBe('first, measured');
});

test('an event patches only replies that were being fetched when it arrived', async () => {
  const page = open();
  patchQueries<string>(client, key, (data) => `${data}, measured`);
  await page.answer(0, 'first');
  void client.invalidateQueries({ queryKey: key });
  await page.answer(1, 'second');
  expect(page.shown()).toBe('second');
});

test('a query that changes during its first fetch is fetched again', async () => {
  const page = open();
  refetchQueries(client, key);
  expect(requests).toHaveLength(1);
  await page.answer(0, 'before the change');
  expect(requests).toHaveLength(2);
  await page.answer(1, 'after the change');
  expect(page.shown()).toBe('after the change');
  expect(requests).toHaveLength(2);
});

test('many changes during one request cause one more request without aborting the first', async () => {
  const page = open();
  await page.answer(0, 'first');
  refetchQueries(client, key);
  for (let change = 0; change < 10; change++) refetchQueries(client, key);
  expect(requests).toHaveLength(2);
  await page.answer(1, 'second');
  expect(requests).toHaveLength(3);
  await page.answer(2, 'third');
  expect(page.shown()).toBe('third');
  expect(requests).toHaveLength(3);
});

test('a request that failed is repeated when something changed meanwhile', async () => {
  const page = open();
  await page.answer(0, 'first');
  refetchQueries(client, key);
  refetchQueries(client, key);
  requests[1]?.reject(new Error('no connection'));
  await requests[1]?.promise.catch(() => undefined);
  await Promise.resolve();
  await Promise.resolve();
  expect(requests).toHaveLength(3);
  await page.answer(2, 'third');
  expect(page.shown()).toBe('third');
});
