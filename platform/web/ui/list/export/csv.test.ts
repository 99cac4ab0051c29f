import { expect, test } from 'vitest';
import { csvOf, csvWriter } from './csv.ts';

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

test('an instant is written to CSV as its text', async () => {
  expect(await textOf(csvOf([[{ at: new Date(0), text: '01/01/1970 04:00' }]]))).toBe('\uFEFF01/01/1970 04:00\r\n');
});
