import { describe, expect, test } from 'vitest';
import '#platform/common/time/time.ts';
import type { Filter } from './filters/filters.ts';
import {
  belongsToOtherCustomer,
  emptyListState,
  listRequestOf,
  readState,
  storageKeyOf,
  withFilter,
  withSearch,
  withSort,
  writeState,
} from './list-state.ts';
import { checkTableKey } from './table/table-key.ts';
import { viewOf } from './view-mode.ts';

const filters: Filter[] = [
  { field: 'status', kind: 'select', options: ['active', 'blocked'] },
  { field: 'createdAt', kind: 'dateRange' },
  { field: 'level', kind: 'range' },
  { field: 'day', kind: 'date' },
  { field: 'month', kind: 'month' },
  { field: 'hours', kind: 'timeRange' },
];

test('the address stores and restores the list state and keeps other parameters', () => {
  const state = {
    ...emptyListState(),
    search: 'pump',
    sort: { field: 'name', direction: 'desc' as const },
    page: 2,
    size: 50,
    filter: {
      status: ['active', 'blocked'],
      createdAt: { from: '2026-01-01', to: '2026-01-31' },
      level: { min: 0, max: 9.5 },
      day: ['2026-02-03'],
      month: ['2026-02'],
      hours: { from: '08:00', to: '17:30' },
    },
  };
  const params = writeState(state, filters, new URLSearchParams('tab=log&status=old'));
  expect(params.get('tab')).toBe('log');
  expect(readState(params, filters, null)).toEqual(state);
});

test('an address without list parameters has no list state', () => {
  expect(readState(new URLSearchParams('tab=log'), filters, null)).toBeNull();
});

test('invalid list parameters of an address are ignored', () => {
  const state = readState(
    new URLSearchParams(
      'page=-4&size=7&sort=name.sideways&createdAt[from]=soon&level[min]=x&level[max]=&day=3&month=2026-13&hours[from]=25:00',
    ),
    filters,
    null,
  );
  expect(state).toEqual(emptyListState());
});

test('dates are sent as instants in the company’s time zone, the last day included', () => {
  const request = listRequestOf(
    { ...emptyListState(), filter: { createdAt: { from: '2026-01-01', to: '2026-01-31' } } },
    filters,
    'Asia/Dubai',
  );
  expect(request.filter).toEqual({ createdAt: { from: '2025-12-31T20:00:00.000Z', to: '2026-01-31T20:00:00.000Z' } });
});

test('a new filter, search or order begins at the first page', () => {
  const third = { ...emptyListState(), page: 2 };
  expect(withFilter(third, 'status', ['active']).page).toBe(0);
  expect(withSearch(third, ' pump ')).toMatchObject({ page: 0, search: 'pump' });
  expect(withSort(third, 'name')).toMatchObject({ page: 0, sort: { field: 'name', direction: 'asc' } });
});

test('an empty value is not a filter', () => {
  const state = withFilter(emptyListState(), 'status', ['active']);
  expect(withFilter(state, 'status', [])).toEqual(emptyListState());
  expect(withFilter(state, 'createdAt', {})).toEqual(state);
  expect(withFilter(state, 'city', ['1'], ['status']).filter).toEqual({ city: ['1'] });
});

test('a header sorts ascending, then descending, then not', () => {
  const up = withSort(emptyListState(), 'name');
  const down = withSort(up, 'name');
  expect(down.sort?.direction).toBe('desc');
  expect(withSort(down, 'name').sort).toBeNull();
});

test('a search has at most 100 characters', () => {
  expect(withSearch(emptyListState(), 'x'.repeat(140)).search).toHaveLength(100);
});

test('a table key has three parts', () => {
  expect(checkTableKey('sample_device_list')).toBe('sample_device_list');
  expect(() => checkTableKey('devices')).toThrow('APPNAME_MODULENAME_TABLENAME');
  expect(() => checkTableKey('a__b')).toThrow('APPNAME_MODULENAME_TABLENAME');
});

test('a list of 1 to 10 records is shown as cards, others as rows', () => {
  expect([undefined, 0, 1, 10, 11].map((total) => viewOf('auto', total))).toEqual([
    'rows',
    'rows',
    'grid',
    'grid',
    'rows',
  ]);
});

describe('a list after a change of the customer', () => {
  const storageKey = (customer: number | null, person = 1) => storageKeyOf('structure_list', person, customer);
  const shown = { list: 'structure_list', storageKey: storageKey(2), text: 'search=tower' };

  test('has its own state in the session storage, as for another person', () => {
    expect(
      new Set([storageKey(null), storageKey(2), storageKey(3), storageKey(2, 4), storageKeyOf('asset_list', 1, 2)])
        .size,
    ).toBe(5);
  });

  test('does not use the search of the previous customer', () => {
    expect(belongsToOtherCustomer(shown, { ...shown, storageKey: storageKey(3) })).toBe(true);
    expect(belongsToOtherCustomer(shown, { ...shown, storageKey: storageKey(null) })).toBe(true);
  });

  test('uses the state of a link, and keeps it for the same customer', () => {
    expect(belongsToOtherCustomer(shown, { ...shown, storageKey: storageKey(3), text: 'search=mall' })).toBe(false);
    expect(belongsToOtherCustomer(shown, shown)).toBe(false);
    expect(belongsToOtherCustomer(null, shown)).toBe(false);
    expect(
      belongsToOtherCustomer(shown, { ...shown, list: 'asset_list', storageKey: storageKeyOf('asset_list', 1, 3) }),
    ).toBe(false);
  });
});
