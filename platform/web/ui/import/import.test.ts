import { describe, expect, test } from 'vitest';
import { type Labelled, linesToImport, matchColumns } from './match-columns.ts';
import { readTable } from './read-table.ts';

const file = (parts: BlobPart[], name = 'table.csv') => new File(parts, name);
const unreadable = (parts: BlobPart[]) => readTable(file(parts)).catch((error: { reason: string }) => error.reason);

describe('an imported file is read', () => {
  test.each([
    ['commas', '\uFEFFcode,name\r\nP-1,"Pump, fire"\r\n\r\n'],
    ['semicolons', 'code;name\nP-1;Pump, fire\n'],
    ['tabs', 'code\tname\nP-1\tPump, fire'],
  ])('with cells separated by %s', async (_, text) => {
    expect(await readTable(file([text]))).toEqual({ head: ['code', 'name'], lines: [['P-1', 'Pump, fire']] });
  });

  test('in the encoding of an Arabic system', async () => {
    // "كود" and "مضخة" in Windows-1256.
    const bytes = new Uint8Array([0xdf, 0xe6, 0xcf, 0x0a, 0xe3, 0xd6, 0xce, 0xc9]);
    expect(await readTable(file([bytes]))).toEqual({ head: ['كود'], lines: [['مضخة']] });
  });

  test('without the apostrophe that an export puts before a formula', async () => {
    expect((await readTable(file(["phone\n'+971 50"]))).lines).toEqual([['+971 50']]);
  });

  test('or refused with its error', async () => {
    expect(await unreadable(['code\n'])).toBe('empty');
    expect(await unreadable([new Uint8Array([0xff, 0xd8, 0, 1])])).toBe('kind');
    expect(await unreadable(['PK\u0003\u0004 no archive'])).toBe('broken');
    expect(await unreadable([`a\n${'x\n'.repeat(20_001)}`])).toBe('tooLong');
  });
});

const column = (field: string, label: string, wordLabels = {}): Labelled => ({ field, label, wordLabels, example: '' });
const columns = [
  column('code', 'الرمز'),
  column('status', 'الحالة', { 'in-use': 'قيد الاستخدام' }),
  column('floor', 'الطابق'),
];

test('columns are found by their names in the reader’s language or as the field is called', () => {
  expect(matchColumns(['STATUS', 'رمز', 'الرمز '], columns)).toEqual({ code: 2, status: 0, floor: null });
});

test('translated values become enum values, and empty cells are left out', () => {
  const matches = { code: 0, status: 1, floor: 2 };
  expect(linesToImport([['P-1', 'قيد  الاستخدام', ' ']], matches, columns)).toEqual([
    { code: 'P-1', status: 'in-use' },
  ]);
});
