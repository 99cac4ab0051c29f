import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ListRequest, readListQuery, writeListQuery } from './list.ts';

const spec = {
  search: ['name'],
  filter: ['kind', 'at', 'level', 'unread'],
  valuesOnly: ['unread'],
  sort: ['name'],
} as const;
const read = (text: string) => readListQuery(Object.fromEntries(new URLSearchParams(text)), spec);

test('a list query without parameters requests the first 25 rows and their total', () => {
  expect(read('')).toEqual({ query: { limit: 25, skip: 0, total: true, filters: {}, ranges: {} }, errors: [] });
});

test('a list query accepts skip or offset, and at most 100 rows per page', () => {
  expect(read('limit=50&skip=100').query).toMatchObject({ limit: 50, skip: 100 });
  expect(read('limit=10&offset=20&total=false').query).toMatchObject({ limit: 10, skip: 20, total: false });
  expect(read('limit=100000').query.limit).toBe(100);
  expect(read('limit=0').query.limit).toBe(1);
  expect(read('limit=-1&skip=x').errors).toEqual([
    { param: 'limit', msg: 'enterANumber' },
    { param: 'skip', msg: 'enterANumber' },
  ]);
});

test('search is trimmed, and at most 100 characters long', () => {
  expect(read('search=%20tower%20').query.search).toBe('tower');
  expect(read('search=%20').query.search).toBeUndefined();
  expect(read(`search=${'a'.repeat(101)}`).errors).toEqual([{ param: 'search', msg: 'tooLong' }]);
  expect(readListQuery({ search: 'x' }, {}).errors).toEqual([{ param: 'search', msg: 'unknownFilter' }]);
});

test('a list query has filters, ranges and an order', () => {
  expect(read('kind=a,b&level[min]=1&level[max]=3&at[from]=2026-01-01&sort[name]=desc').query).toMatchObject({
    filters: { kind: ['a', 'b'] },
    ranges: { level: { min: 1, max: 3 }, at: { from: '2026-01-01' } },
    sort: { field: 'name', direction: 'desc' },
  });
});

test('the order is also given by sortBy and sortType, ascending without sortType', () => {
  expect(read('sortBy=name&sortType=desc').query.sort).toEqual({ field: 'name', direction: 'desc' });
  expect(read('sortType=desc&sortBy=name').query.sort).toEqual({ field: 'name', direction: 'desc' });
  expect(read('sortBy=name').query.sort).toEqual({ field: 'name', direction: 'asc' });
});

test('bounds of a filter are instants, dates or times', () => {
  expect(read('at[from]=08:00&at[to]=17:30')).toMatchObject({
    query: { ranges: { at: { from: '08:00', to: '17:30' } } },
    errors: [],
  });
  expect(read('at[from]=25:00').errors).toEqual([{ param: 'at[from]', msg: 'invalidDate' }]);
});

test.each([
  ['colour=red', 'colour', 'unknownFilter'],
  ['sort[kind]=asc', 'sort[kind]', 'unknownSort'],
  ['sort[name]=up', 'sort[name]', 'unknownSort'],
  ['sortBy=kind', 'sortBy', 'unknownSort'],
  ['sortBy=name&sortType=up', 'sortType', 'unknownSort'],
  ['sortType=desc', 'sortType', 'unknownSort'],
  ['at[from]=soon', 'at[from]', 'invalidDate'],
  ['level[min]=low', 'level[min]', 'enterANumber'],
  ['level[above]=1', 'level[above]', 'unknownFilter'],
  ['unread[min]=1', 'unread[min]', 'unknownFilter'],
  ['__proto__=x', '__proto__', 'unknownFilter'],
])('the list query %s is refused', (text, param, msg) =>
  expect(readListQuery(Object.fromEntries(new URLSearchParams(text)), spec).errors).toEqual([{ param, msg }]),
);

test('the server parses the list query that the browser writes', () => {
  const words = fc.array(fc.stringMatching(/^[a-zء-ي][a-z0-9ء-ي -]{0,10}$/), { minLength: 1, maxLength: 4 });
  const request = fc.record(
    {
      limit: fc.integer({ min: 1, max: 100 }),
      skip: fc.nat(10_000),
      total: fc.boolean(),
      kind: words,
      low: fc.integer(),
      direction: fc.constantFrom('asc' as const, 'desc' as const),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(request, ({ kind, low, direction, ...paging }) => {
      const sent: ListRequest = {
        ...paging,
        filter: { kind, level: low === undefined ? null : { min: low } },
        ...(direction ? { sort: { name: direction } } : {}),
      };
      const { query, errors } = read(writeListQuery(sent).toString());
      expect(errors).toEqual([]);
      expect(query).toMatchObject({
        ...paging,
        filters: kind ? { kind } : {},
        ranges: low === undefined ? {} : { level: { min: low } },
      });
      expect(query.sort?.direction).toBe(direction);
    }),
  );
});
