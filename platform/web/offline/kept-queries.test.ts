import type { DehydratedState, QueryKey } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { keptOf } from './kept-queries.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const hourMs = 3_600_000;

type Entry = DehydratedState['queries'][number];
const entry = (queryKey: QueryKey, data: unknown, ageMs = 0): Entry =>
  ({ queryKey, queryHash: JSON.stringify(queryKey), state: { data, dataUpdatedAt: now - ageMs } }) as Entry;
const namesOf = (entries: Entry[]) => keptOf(entries, now).map(({ queryKey }) => queryKey.join('.'));

test('the newest replies are kept first, and none that is older than three days', () => {
  const entries = [entry(['a'], 1, 2 * hourMs), entry(['b'], 1, hourMs), entry(['c'], 1, 73 * hourMs)];
  expect(namesOf(entries)).toEqual(['b', 'a']);
});

test('replies with secrets are never kept, by the name of the call or of a field', () => {
  const entries = [
    entry(['app', 'provisioning', 'list'], []),
    entry(['app', 'user', 'sessions'], []),
    entry(['app', 'device', 'get'], { credential: { secret: 'abc' } }),
    entry(['app', 'device', 'list'], [{ token: 'active', secret: null }]),
  ];
  expect(namesOf(entries)).toEqual(['app.device.list']);
});

test('what is kept is bounded in number and size', () => {
  expect(
    keptOf(
      Array.from({ length: 500 }, (_, at) => entry([at], at)),
      now,
    ),
  ).toHaveLength(200);
  expect(namesOf([entry(['large'], 'x'.repeat(300_001)), entry(['small'], 'x')])).toEqual(['small']);
  const many = Array.from({ length: 20 }, (_, at) => entry([at], 'x'.repeat(290_000), at));
  expect(keptOf(many, now)).toHaveLength(10);
});
