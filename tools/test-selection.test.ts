import { expect, test } from 'vitest';
import { journeysOf, unitFilter } from './test-selection.mjs';

const grepOf = (...paths: string[]) => {
  const args = journeysOf(paths)?.args ?? [];
  return new RegExp(args[args.indexOf('--grep') + 1] ?? '(?!)');
};

test('a folder selects its own tests and none of a folder with the same prefix', () => {
  expect('core/alarms/server/a.test.ts').toContain(unitFilter('core/alarms'));
  expect('core/alarms-extra/server/a.test.ts').not.toContain(unitFilter('core/alarms'));
  expect(unitFilter('core/alarms/server/a.test.ts')).toBe('core/alarms/server/a.test.ts');
});

test('a slice, or any path in it, selects the journeys that carry its tag', () => {
  for (const path of ['core/alarms', 'core/alarms/server', 'core/alarms/server/raise.ts'])
    expect(grepOf(path).test('people are told @core/alarms @core/permissions')).toBe(true);
  expect(grepOf('core/alarms').test('a journey @core/alarms-extra')).toBe(false);
  expect(grepOf('core/alarms', 'platform').test('the gallery @platform')).toBe(true);
});

test('without paths every journey runs, and a path outside of the slices selects none', () => {
  expect(journeysOf([])?.args).toEqual([]);
  expect(journeysOf(['tools'])).toBeUndefined();
});

test('the gallery is built only for journeys that open it', () => {
  expect(journeysOf(['core/alarms'])?.env).toEqual({ E2E_GALLERY: '0' });
  expect(journeysOf(['platform'])?.env).toEqual({ E2E_GALLERY: '1' });
  expect(journeysOf(['e2e/gallery.spec.ts'])?.env).toEqual({ E2E_GALLERY: '1' });
});
