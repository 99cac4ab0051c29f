import { expect, test } from 'vitest';
import { csvCell, csvOf, csvWriter } from './csv.ts';

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

const textOf = async (file: Blob) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(await file.arrayBuffer());

test('a CSV file begins with a byte order mark, followed by rows as they arrive', async () => {
  const writer = csvWriter();
  writer.add([['اسم', 'n']]);
  writer.add([
    ['برج', 1],
    [null, true],
  ]);
  const text = '\uFEFFاسم,n\r\nبرج,1\r\n,true\r\n';
  expect(await textOf(await writer.finish())).toBe(text);
  expect(
    await textOf(
      csvOf([
        ['اسم', 'n'],
        ['برج', 1],
        [null, true],
      ]),
    ),
  ).toBe(text);
});

test('an instant is written to CSV as its text', () => {
  expect(csvCell({ at: new Date(0), text: '01/01/1970 04:00' })).toBe('01/01/1970 04:00');
});
