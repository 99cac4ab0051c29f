import { expect, test } from 'vitest';
import { timingReport } from './test-budget.mjs';

test('a file over its budget is named, and a slow machine makes no difference', () => {
  const quick = { path: 'core/alarms/server/a.test.ts', seconds: 30 };
  const slow = { path: 'core/alarms/server/b.test.ts', seconds: 320 };
  expect(timingReport([quick, slow], 1, {}).over).toEqual([
    'core/alarms/server/b.test.ts took 320.0 units; its budget is 300',
  ]);
  expect(timingReport([quick, slow], 2, {}).over).toEqual([]);
  expect(timingReport([slow], 1, { [slow.path]: 330 }).over).toEqual([]);
  expect(timingReport([{ ...slow, path: 'e2e/b.spec.ts' }], 1, {}).over).toEqual([]);
});

test('a run fails for a file that takes more than twice its budget', () => {
  const path = 'core/alarms/server/b.test.ts';
  expect(timingReport([{ path, seconds: 599 }], 1, {}).fails).toBe(false);
  expect(timingReport([{ path, seconds: 601 }], 1, {}).fails).toBe(true);
});

test('the ten slowest files are listed, the slowest first', () => {
  const files = Array.from({ length: 12 }, (_, n) => ({ path: `${n}.test.ts`, seconds: n }));
  const { slowest } = timingReport(files, 1, {});
  expect(slowest).toHaveLength(10);
  expect(slowest[0]).toBe('  11.0  11.test.ts');
});
