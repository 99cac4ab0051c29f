import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test('text that begins like a formula is escaped in CSV, numbers are not', () => {
  expect(csvCell('=1+1')).toBe("'=1+1");
  expect(csvCell('+971 50')).toBe("'+971 50");
  expect(csvCell('-x')).toBe("'-x");
  expect(csvCell('@sum')).toBe("'@sum");
  for (const sign of ['＝', '＋', '－', '＠', '\n=']) expect(csvCell(`${sign}1`)).toMatch(/^"?'/);
  expect(csvCell(-3.2)).toBe('-3.2');
});

test('commas, quotes and line breaks stay inside their CSV cell', () => {
  expect(csvCell('a,"b"\nc')).toBe('"a,""b""\nc"');
});
