import { expect, test } from 'vitest';
import { arrangeColumns, moved } from './column-layout.ts';

const columns = [{ field: 'name' }, { field: 'type' }, { field: 'email', hidden: true }];
const fields = (layout: Parameters<typeof arrangeColumns>[1]) =>
  arrangeColumns(columns, layout).map((column) => column.field);

test('without a layout the columns stand as declared, hidden ones left out', () => {
  expect(fields(null)).toEqual(['name', 'type']);
});

test('a kept layout orders and hides', () => {
  expect(fields({ order: ['email', 'name', 'type'], hidden: ['name'] })).toEqual(['email', 'type']);
});

test('columns that are gone are dropped, new ones take their place', () => {
  expect(fields({ order: ['gone', 'type'], hidden: [] })).toEqual(['name', 'type']);
});

test('a column moves by one and not beyond the end', () => {
  expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(moved(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c']);
});
