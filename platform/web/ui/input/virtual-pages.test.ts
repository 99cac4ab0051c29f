import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageHolding, pagesBetween, rowCount } from './virtual-pages.ts';

test('the first load has 30 rows, the pages that follow 30 or 10', () => {
  expect([0, 29].map((row) => pageHolding(row, 10))).toEqual(Array(2).fill({ skip: 0, limit: 30 }));
  expect(pageHolding(30, 10)).toEqual({ skip: 30, limit: 10 });
  expect(pageHolding(59, 10)).toEqual({ skip: 50, limit: 10 });
  expect(pageHolding(59, 30)).toEqual({ skip: 30, limit: 30 });
});

test('every visible row is in exactly one requested page', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.nat(60), fc.constantFrom(10 as const, 30 as const), (first, more, step) => {
      const pages = pagesBetween(first, first + more, step);
      for (let row = first; row <= first + more; row += 1)
        expect(pages.filter((page) => page.skip <= row && row < page.skip + page.limit)).toHaveLength(1);
      expect(new Set(pages.map((page) => page.skip)).size).toBe(pages.length);
    }),
  );
});

test('without a total a list has 100 rows until a page is not full', () => {
  expect(rowCount([])).toBe(100);
  expect(rowCount([{ skip: 0, limit: 30, found: 30, total: 77 }])).toBe(77);
  expect(rowCount([{ skip: 0, limit: 30, found: 30, total: undefined }])).toBe(100);
  expect(rowCount([{ skip: 90, limit: 30, found: 30, total: undefined }])).toBe(150);
  expect(rowCount([{ skip: 30, limit: 30, found: 4, total: undefined }])).toBe(34);
});
