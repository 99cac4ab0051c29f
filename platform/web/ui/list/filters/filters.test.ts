import { describe, expect, test } from 'vitest';
import '#platform/common/time/time.ts';
import { writeListQuery } from '#platform/common/list.ts';
import type { FilterValue } from '../list-state.ts';
import { amountFaults, cleanAmount } from './amount.ts';
import { outputOf } from './filter-output.ts';
import { checkFilters, type Filter, filterOptions } from './filters.ts';

const zone = 'Asia/Dubai';
const asked = (filter: Filter, value: FilterValue) =>
  decodeURIComponent(writeListQuery({ filter: outputOf(filter, value, zone) }).toString());
const errorFor = (...filters: Filter[]) => {
  try {
    checkFilters(filters);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the declaration of filters fails with the message', () => {
  const select: Filter = { field: 'kind', kind: 'select', options: ['a'] };
  test('that a filter needs a field and a kind that there is', () => {
    expect(errorFor({ ...select, field: '' })).toBe('A filter needs a field');
    expect(errorFor({ ...select, kind: 'colour' as 'select' })).toContain('unknown kind "colour"');
    expect(errorFor(select)).toBeNull();
  });
  test('that a select filter has options or a search function, not both', () => {
    const search = async () => ({ data: [], totalRecords: 0 });
    expect(errorFor({ field: 'kind', kind: 'select' })).toContain('options or a search function, not both');
    expect(errorFor({ ...select, search })).toContain('options or a search function, not both');
    expect(errorFor({ field: 'kind', kind: 'select', search })).toBeNull();
  });
  test('that an option has the property that is shown', () => {
    const options = [{ value: 'a', name: 'Ay' }];
    expect(errorFor({ ...select, options })).toBe('An option of the filter "kind" has no "label"');
    expect(errorFor({ ...select, options, optionLabel: 'name' })).toBeNull();
    expect(errorFor({ ...select, options, optionLabel: () => 'Ay' })).toBeNull();
  });
  test('that only a select filter has options, and is single or multiple', () => {
    expect(errorFor({ ...select, kind: 'month' })).toContain('Only a select filter has options');
    expect(errorFor({ field: 'at', kind: 'date', single: true })).toContain('single or multiple');
  });
  test('that optionValue cannot be a function when outputKey is set', () => {
    const optionValue = () => 'x';
    expect(errorFor({ ...select, optionValue, outputKey: 'kindId' })).toContain(
      'cannot be a function when outputKey is set',
    );
    expect(errorFor({ ...select, optionValue: 'id', outputKey: 'kindId' })).toBeNull();
  });
  test('that spreadOutputObject needs outputKeys, two of them for bounds', () => {
    expect(errorFor({ ...select, spreadOutputObject: true })).toContain('needs outputKeys');
    expect(errorFor({ field: 'at', kind: 'dateRange', spreadOutputObject: true, outputKeys: ['since'] })).toContain(
      'two outputKeys',
    );
  });
  test('that a boolean is not combinable with output keys', () => {
    expect(errorFor({ field: 'online', kind: 'boolean', outputKeys: ['online'] })).toContain('takes no outputKeys');
  });
  test('that a filter depends on another of the same list', () => {
    expect(errorFor({ ...select, dependsOn: 'country' })).toContain('depends on "country"');
  });
});

describe('the query of a filter has', () => {
  test('chosen options under the output key', () => {
    expect(asked({ field: 'kind', kind: 'select', options: [], outputKey: 'kindId' }, ['1', '2'])).toBe('kindId=1,2');
    expect(asked({ field: 'online', kind: 'boolean' }, ['true'])).toBe('online=true');
  });
  test('the parts of chosen options under keys of their own', () => {
    const filter: Filter = {
      field: 'place',
      kind: 'select',
      options: [],
      spreadOutputObject: true,
      outputKeys: ['structureId', 'floorId'],
    };
    expect(asked(filter, ['12:3', '12:4'])).toBe('structureId=12,12&floorId=3,4');
    expect(asked(filter, ['12'])).toBe('structureId=12');
  });
  test('days as instants of the company, the last one included', () => {
    expect(asked({ field: 'at', kind: 'dateRange' }, { from: '2026-01-01', to: '2026-01-31' })).toBe(
      'at[from]=2025-12-31T20:00:00.000Z&at[to]=2026-01-31T20:00:00.000Z',
    );
    expect(asked({ field: 'at', kind: 'date' }, ['2026-01-01'])).toBe(
      'at[from]=2025-12-31T20:00:00.000Z&at[to]=2026-01-01T20:00:00.000Z',
    );
  });
  test('a month from its start to the start of the next month', () => {
    expect(asked({ field: 'at', kind: 'month' }, ['2026-02'])).toBe(
      'at[from]=2026-01-31T20:00:00.000Z&at[to]=2026-02-28T20:00:00.000Z',
    );
  });
  test('bounds as keyMap names them, and days as the mask writes them', () => {
    const filter: Filter = {
      field: 'at',
      kind: 'dateRange',
      mask: 'YYYY-MM-DD',
      keyMap: { fromDate: 'min', toDate: 'max' },
    };
    expect(asked(filter, { from: '2026-01-01', to: '2026-01-31' })).toBe('at[min]=2026-01-01&at[max]=2026-01-31');
    expect(asked({ ...filter, mask: 'DD/MM/YYYY' }, { from: '2026-01-02' })).toBe('at[min]=02/01/2026');
  });
  test('bounds under keys of their own', () => {
    const spread = { spreadOutputObject: true, outputKeys: ['since', 'until'] };
    expect(asked({ field: 'hours', kind: 'timeRange', ...spread }, { from: '08:00', to: '17:00' })).toBe(
      'since=08:00&until=17:00',
    );
    expect(asked({ field: 'price', kind: 'range', ...spread }, { max: 5 })).toBe('until=5');
  });
  test('times as they are', () => {
    expect(asked({ field: 'hours', kind: 'timeRange' }, { from: '08:00', to: '17:00' })).toBe(
      'hours[from]=08:00&hours[to]=17:00',
    );
  });
  test('no empty values', () => {
    expect(asked({ field: 'kind', kind: 'select', options: [] }, [])).toBe('');
    expect(asked({ field: 'at', kind: 'dateRange' }, {})).toBe('');
    expect(asked({ field: 'price', kind: 'range' }, {})).toBe('');
  });
});

describe('an amount', () => {
  const bounds = { min: 0, max: 100 };
  test('has a minimum from the filter’s minimum to its maximum', () => {
    expect(amountFaults({ min: 5 }, { min: 10, max: 100 }).min).toEqual({ text: 'minAbove', bound: 10 });
    expect(amountFaults({ min: 101 }, bounds).min).toEqual({ text: 'minBelow', bound: 100 });
    for (const min of [0, 100]) expect(amountFaults({ min }, bounds).min).toBeNull();
  });
  test('has a maximum from the filter’s minimum to its maximum', () => {
    expect(amountFaults({ max: 101 }, bounds).max).toEqual({ text: 'maxBelow', bound: 100 });
    expect(amountFaults({ max: 5 }, { min: 10, max: 100 }).max).toEqual({ text: 'maxAbove', bound: 10 });
    for (const max of [0, 100]) expect(amountFaults({ max }, bounds).max).toBeNull();
  });
  test('has a maximum that is not below its minimum', () => {
    expect(amountFaults({ min: 10, max: 9 }, bounds).max).toEqual({ text: 'maxBelowMin' });
    expect(amountFaults({ min: 10, max: 10 }, bounds).max).toBeNull();
  });
  test('ignores a negative minimum, unless the filter itself goes below zero', () => {
    expect(cleanAmount({ min: -1, max: 3 }, bounds)).toEqual({ max: 3 });
    expect(amountFaults({ min: -1 }, bounds).min).toBeNull();
    expect(cleanAmount({ min: -1, max: 3 }, { min: -40 })).toEqual({ min: -1, max: 3 });
  });
});

test('options are words, ready options, or objects whose properties are named', () => {
  const word = (text: string) => text.toUpperCase();
  expect(filterOptions({ field: 'k', kind: 'select', options: ['a', { value: 'b', label: 'Bee' }] }, word)).toEqual([
    { value: 'a', label: 'A' },
    { value: 'b', label: 'Bee' },
  ]);
  const options = [{ id: 7, name: 'Tower' }];
  expect(filterOptions({ field: 'k', kind: 'select', options, optionValue: 'id', optionLabel: 'name' }, word)).toEqual([
    { value: '7', label: 'Tower' },
  ]);
  const both = { optionValue: (one: Record<string, unknown>) => `s${one.id}`, optionLabel: () => 'x' };
  expect(filterOptions({ field: 'k', kind: 'select', options, ...both }, word)).toEqual([{ value: 's7', label: 'x' }]);
});
