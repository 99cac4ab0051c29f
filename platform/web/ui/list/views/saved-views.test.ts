import { expect, test } from 'vitest';
import {
  defaultView,
  nameFault,
  noViews,
  renamed,
  type SavedViews,
  withDefault,
  without,
  withView,
} from './saved-views.ts';

const view = (name: string) => ({ name, query: 'status=offline', labels: {}, layout: null });
const two: SavedViews = withView(withView(noViews, view(' Offline ')), view('Low battery'));

test('views have names of their own', () => {
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

test('a view is renamed and keeps what it shows', () => {
  expect(renamed(two, 1, ' Away ').views[0]).toEqual({ ...two.views[0], name: 'Away' });
});

test('one view at most is the default, and deleting it leaves none', () => {
  const first = withDefault(two, 1);
  expect(defaultView(first)?.name).toBe('Offline');
  expect(defaultView(withDefault(first, 2))?.name).toBe('Low battery');
  expect(defaultView(withDefault(first, 1))).toBeUndefined();
  expect(without(first, 1)).toEqual({ views: [two.views[1]], defaultId: null });
  expect(without(first, 2).defaultId).toBe(1);
});

test('a new view never takes the id of one that is left', () => {
  const again = withView(without(two, 1), view('New'));
  expect(again.views.map((one) => one.id)).toEqual([2, 3]);
});
