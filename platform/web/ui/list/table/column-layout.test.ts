import { expect, test } from 'vitest';
import { arrangeColumns, movedItem } from './column-layout.ts';

const columns = [{ field: 'name' }, { field: 'type' }, { field: 'email', hidden: true }];
const fields = (layout: Parameters<typeof arrangeColumns>[1]) =>
  arrangeColumns(columns, layout).map((column) => column.field);

test('without a layout the columns are in the declared order, without hidden ones', () => {
  expect(fields(null)).toEqual(['name', 'type']);
});

test('a stored column layout orders and hides columns', () => {
  expect(fields({ order: ['email', 'name', 'type'], hidden: ['name'] })).toEqual(['email', 'type']);
});

test('removed columns are dropped from a stored layout, and new ones are inserted', () => {
  expect(fields({ order: ['gone', 'type'], hidden: [] })).toEqual(['name', 'type']);
});

test('a column moves by one position and not beyond the end', () => {
  expect(movedItem(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c']);
  expect(movedItem(['a', 'b', 'c'], 2, 3)).toEqual(['a', 'b', 'c']);
});
