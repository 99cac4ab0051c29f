import { expect, test } from 'vitest';
import { journeysOf, selectionOf, unitFilter } from './test-selection.mjs';

const grepOf = (...paths: string[]) => {
  const args = journeysOf(paths) ?? [];
  return new RegExp(args[args.indexOf('--grep') + 1] ?? '(?!)');
};

test('a folder selects its own tests and none of a folder with the same prefix', () => {
  expect('core/alarms/server/a.test.ts').toContain(unitFilter('core/alarms'));
  expect('core/alarms-extra/server/a.test.ts').not.toContain(unitFilter('core/alarms'));
  expect(unitFilter('core/alarms/server/a.test.ts')).toBe('core/alarms/server/a.test.ts');
});

test('a slice, or any path in it, selects the journeys that carry its tag', () => {
  for (const path of ['core/alarms', 'core/alarms/server', 'core/alarms/server/lifecycle/raise.ts'])
    expect(grepOf(path).test('people are notified @core/alarms @core/permissions')).toBe(true);
  expect(grepOf('core/alarms').test('a journey @core/alarms-extra')).toBe(false);
  expect(grepOf('core/alarms', 'platform').test('the table @platform')).toBe(true);
});

test('without paths every journey runs, and a path outside of the slices selects none', () => {
  expect(journeysOf(null)).toEqual([]);
  expect(journeysOf([])).toBeUndefined();
  expect(journeysOf(['tools'])).toBeUndefined();
});

test('the arguments name folders and files, or the commit that changes are compared with', () => {
  expect(selectionOf(['core/alarms/', 'e2e/alarms/alarm.spec.ts'])).toEqual({
    paths: ['core/alarms', 'e2e/alarms/alarm.spec.ts'],
    changedSince: undefined,
  });
  expect(selectionOf(['--changed']).changedSince).toBe('HEAD');
  expect(selectionOf(['--changed=v1.2']).changedSince).toBe('v1.2');
});

test('a file of journeys is selected along with the journeys of slices', () => {
  const grep = grepOf('core/alarms', 'e2e/phone.spec.ts');
  expect(grep.test('phone.spec.ts a phone installs the app @platform')).toBe(true);
  expect(grep.test('alarm.spec.ts an alarm is raised @core/alarms')).toBe(true);
  expect(grep.test('sites.spec.ts a site is ranked @core/sites')).toBe(false);
});
