import { expect, test } from 'vitest';
import {
  addView,
  defaultView,
  nameFault,
  noViews,
  removeView,
  renameView,
  type SavedViews,
  toggleDefault,
} from './saved-views.ts';

const view = (name: string) => ({ name, query: 'status=offline', labels: {}, layout: null });
const two: SavedViews = addView(addView(noViews, view(' Offline ')), view('Low battery'));

test('saved views have unique names', () => {
  expect(two.views.map((one) => [one.id, one.name])).toEqual([
    [1, 'Offline'],
    [2, 'Low battery'],
  ]);
  expect(nameFault(two, '  ')).toBe('Required');
  expect(nameFault(two, 'x'.repeat(61))).toBe('tooLong');
  expect(nameFault(two, 'offline ')).toBe('taken');
  expect(nameFault(two, 'Offline', 1)).toBeNull();
  expect(nameFault(two, 'Attention')).toBeNull();
});

test('a view can be renamed without changing its state', () => {
  expect(renameView(two, 1, ' Away ').views[0]).toEqual({ ...two.views[0], name: 'Away' });
});

test('at most one saved view is the default, and deleting it leaves none', () => {
  const first = toggleDefault(two, 1);
  expect(defaultView(first)?.name).toBe('Offline');
  expect(defaultView(toggleDefault(first, 2))?.name).toBe('Low battery');
  expect(defaultView(toggleDefault(first, 1))).toBeUndefined();
  expect(removeView(first, 1)).toEqual({ views: [two.views[1]], defaultId: null });
  expect(removeView(first, 2).defaultId).toBe(1);
});

test('a new view never gets the id of another one', () => {
  const again = addView(removeView(two, 1), view('New'));
  expect(again.views.map((one) => one.id)).toEqual([2, 3]);
});
