import { expect, test } from 'vitest';
import { allRows, csvCell, csvOf } from './csv.ts';

test('what begins like a formula is neutralised, numbers are not', () => {
  expect(csvCell('=1+1')).toBe("'=1+1");
  expect(csvCell('+971 50')).toBe("'+971 50");
  expect(csvCell('-x')).toBe("'-x");
  expect(csvCell('@sum')).toBe("'@sum");
  expect(csvCell(-3.2)).toBe('-3.2');
});

test('commas, quotes and line breaks stay inside their cell', () => {
  expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
});

test('a file begins with the byte order mark', () => {
  expect(csvOf([['اسم', 1]])).toBe('\uFEFFاسم,1');
});

test('an export asks for pages of 50 until it has all, and tells how far it is', async () => {
  const asked: [number, number][] = [];
  const shares: number[] = [];
  const rows = await allRows(
    async (skip, limit) => {
      asked.push([skip, limit]);
      return { data: Array.from({ length: Math.min(limit, 120 - skip) }, (_, at) => skip + at), totalRecords: 120 };
    },
    50,
    (share) => shares.push(Math.round(share * 100)),
  );
  expect(rows).toHaveLength(120);
  expect(asked).toEqual([
    [0, 50],
    [50, 50],
    [100, 50],
  ]);
  expect(shares).toEqual([42, 83, 100]);
});

test('an export ends when rows vanish meanwhile', async () => {
  const rows = await allRows(
    async (skip) => ({ data: skip === 0 ? [1] : [], totalRecords: 5 }),
    50,
    () => {},
  );
  expect(rows).toEqual([1]);
});
