import { inflateRawSync } from 'node:zlib';
import readSheet from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { xlsxOf } from './xlsx-sheet.ts';

const read = async (file: Blob) => Buffer.from(await file.arrayBuffer());
const at = new Date('2026-03-18T12:00:00Z');

/** One file of a zip, by the local headers that precede each. */
function fileIn(zip: Buffer, name: string): string {
  for (let at = 0; zip.readUInt32LE(at) === 0x04034b50; ) {
    const [size, nameLength, extraLength] = [
      zip.readUInt32LE(at + 18),
      zip.readUInt16LE(at + 26),
      zip.readUInt16LE(at + 28),
    ];
    const body = at + 30 + nameLength + extraLength;
    if (zip.toString('utf8', at + 30, at + 30 + nameLength) === name)
      return inflateRawSync(zip.subarray(body, body + size)).toString('utf8');
    at = body + size;
  }
  throw new Error(`the file has no ${name}`);
}

test('numbers, instants and texts keep their types in XLSX', async () => {
  const file = await xlsxOf(
    [
      ['Name', 'Level', 'Seen', 'None'],
      ['برج', 2.5, { at, text: '18/03/2026 16:00' }, null],
      ['=1+1', -3, { at, text: '' }, ''],
    ],
    { sheet: 'Devices', rightToLeft: false },
  );
  const [sheet] = await readSheet(await read(file));
  expect(sheet?.data).toEqual([
    ['Name', 'Level', 'Seen', 'None'],
    ['برج', 2.5, at, null],
    ['=1+1', -3, at, null],
  ]);
});

test('an Arabic XLSX sheet is right-to-left', async () => {
  const made = async (rightToLeft: boolean) =>
    fileIn(await read(await xlsxOf([['a'], ['b']], { sheet: 'x', rightToLeft })), 'xl/worksheets/sheet1.xml');
  expect(await made(true)).toContain('rightToLeft="1"');
  expect(await made(false)).not.toContain('rightToLeft="1"');
});

test('an invalid sheet name is corrected', async () => {
  const file = await xlsxOf([['a'], ['b']], { sheet: `Level [m] / ${'x'.repeat(40)}`, rightToLeft: false });
  const [sheet] = await readSheet(await read(file));
  expect(sheet?.sheet).toHaveLength(31);
});
