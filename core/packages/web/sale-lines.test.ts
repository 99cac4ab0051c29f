import { expect, test } from 'vitest';
import { readSaleLines } from './sale-lines.ts';

const names = { code: ['code'], soldAt: ['sold at'], receipt: ['receipt'] };

test('a list of sales is read with days as they are written here, and a line without a day is a fault', () => {
  const lines = [
    ['ABCD', '05/11/2026', 'R-1'],
    [''],
    ['EFGH', '2026-11-06', ''],
    ['JKMN', 'soon', ''],
    ['PQRS', '', ''],
  ];
  expect(readSaleLines({ head: ['Code', 'Sold at', 'Receipt'], lines }, names)).toEqual({
    lines: [
      { place: 0, code: 'ABCD', soldAt: '2026-11-05T12:00:00.000Z', receipt: 'R-1' },
      { place: 2, code: 'EFGH', soldAt: '2026-11-06T12:00:00.000Z', receipt: '' },
    ],
    faults: [
      { line: 3, word: 'invalidDate' },
      { line: 4, word: 'invalidDate' },
    ],
  });
});

test('a list without a column of codes or of days is not read', () => {
  expect(readSaleLines({ head: ['Code'], lines: [['ABCD']] }, names)).toBeNull();
  expect(readSaleLines({ head: ['Sold at'], lines: [['05/11/2026']] }, names)).toBeNull();
});
