import { expect, test } from 'vitest';
import { pastedLines, serialLines } from './serial-lines.ts';

const names = { serial: ['serial', 'الرقم التسلسلي'], product: ['sku', 'model'], name: ['name'] };

test('a table of serial numbers is read by the names of its columns, in either language', () => {
  const table = {
    head: ['Model', 'SERIAL', 'Name'],
    lines: [
      ['TANK', 'A1', 'Roof'],
      ['', 'A2', ''],
      ['TANK', '', ''],
    ],
  };
  expect(serialLines(table, names)).toEqual([
    { serial: 'A1', product: 'TANK', name: 'Roof' },
    { serial: 'A2', product: undefined, name: undefined },
  ]);
  expect(serialLines({ head: ['الرقم التسلسلي'], lines: [['A3']] }, names)).toMatchObject([{ serial: 'A3' }]);
});

test('a table without a header has serial numbers from its first line', () => {
  expect(serialLines({ head: ['A1', 'TANK'], lines: [['A2', '']] }, names)).toMatchObject([
    { serial: 'A1', product: 'TANK' },
    { serial: 'A2' },
  ]);
});

test('a pasted text has a serial number on each line that is not empty', () => {
  expect(pastedLines(' A1 \r\n\r\nA2\n')).toEqual([{ serial: 'A1' }, { serial: 'A2' }]);
});
