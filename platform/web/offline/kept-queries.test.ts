import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { keptOf, repliesIn } from './kept-queries.ts';

const now = Date.parse('2026-03-01T12:00:00Z');
const hourMs = 3_600_000;

type Read = [key: QueryKey, data: unknown, ageMs?: number];
const clientWith = (reads: readonly Read[]): QueryClient => {
  const client = new QueryClient();
  for (const [key, data, ageMs = 0] of reads) client.setQueryData(key, data, { updatedAt: now - ageMs });
  return client;
};
const namesOf = (...reads: Read[]) =>
  keptOf(repliesIn(clientWith(reads)), now).map(({ queryKey }) => queryKey.join('.'));

test('the newest replies are kept first, but not those older than three days', () => {
  expect(namesOf([['a'], 1, 2 * hourMs], [['b'], 1, hourMs], [['c'], 1, 73 * hourMs])).toEqual(['b', 'a']);
});

test('replies with secrets are never kept, by the name of the call or of a field', () => {
  expect(
    namesOf(
      [['app', 'provisioning', 'list'], []],
      [['app', 'user', 'sessions'], []],
      [['app', 'device', 'get'], { credential: { secret: 'abc' } }],
      [['app', 'device', 'list'], [{ token: 'active', secret: null }]],
    ),
  ).toEqual(['app.device.list']);
});

test('stored queries are limited in number and size', () => {
  expect(namesOf(...Array.from({ length: 500 }, (_, at): Read => [[at], at]))).toHaveLength(200);
  expect(namesOf([['large'], 'x'.repeat(300_001)], [['small'], 'x'])).toEqual(['small']);
  const devices = Array.from({ length: 20_000 }, (_, id) => ({ id, name: `Tracker ${id}` }));
  expect(namesOf([['devices'], devices], [['few'], devices.slice(0, 100)])).toEqual(['few']);
  const many = Array.from({ length: 20 }, (_, at): Read => [[at], 'x'.repeat(290_000), at]);
  expect(namesOf(...many)).toHaveLength(10);
});

test('a reply is turned into text once, however often the pages are kept', () => {
  const client = clientWith([
    [['list'], { devices: [1, 2, 3] }],
    [['map'], Array.from({ length: 200_000 }, (_, id) => ({ id }))],
  ]);
  const turned = vi.spyOn(JSON, 'stringify');
  const before = repliesIn(client);
  const first = turned.mock.calls.length;
  expect(repliesIn(client)).toEqual(before);
  expect(first).toBe(1);
  expect(turned.mock.calls.length).toBe(first);
  turned.mockRestore();
});
