import { expect, test } from 'vitest';
import { bayRanges } from './bay-ranges.ts';

test.each([
  [['B1-009', 'B1-010', 'B1-011', 'B1-013'], 'B1-009 – B1-011, B1-013'],
  [['A-1', 'A-2', 'B-3'], 'A-1, A-2, B-3'],
  [['A-9', 'A-10', 'A-11'], 'A-9 – A-11'],
  [['A-08', 'A-9', 'A-10'], 'A-08, A-9, A-10'],
  [['VIP', 'Gate'], 'VIP, Gate'],
  [[], ''],
])('the bays %j are named as "%s"', (bays, named) => {
  expect(bayRanges(bays)).toBe(named);
});
