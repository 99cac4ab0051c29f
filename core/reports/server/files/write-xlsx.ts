import { readFileSync } from 'node:fs';
import writeXlsxFile, { type Cell } from 'write-excel-file/node';
import type { Sheet, SheetValue } from './sheets.ts';

/** What the process that writes a file reads from its first argument; it writes the file of the second one. */
export type XlsxRequest = { sheets: Sheet[]; rightToLeft: boolean };

const columnWidth = 20;
const dateFormat = 'dd/mm/yyyy hh:mm';

const cellOf = (value: SheetValue): Cell =>
  value !== null && typeof value === 'object'
    ? { value: new Date(value.wall), type: Date, format: dateFormat }
    : typeof value === 'string'
      ? // Never a formula, whatever it begins with.
        { value, type: String }
      : value;

const [input = '', output = ''] = process.argv.slice(2);
const { sheets, rightToLeft } = JSON.parse(readFileSync(input, 'utf8')) as XlsxRequest;
await writeXlsxFile(
  sheets.map(({ name, rows, headRows }) => ({
    sheet: name,
    rightToLeft,
    stickyRowsCount: headRows,
    columns: (rows[0] ?? []).map(() => ({ width: columnWidth })),
    data: rows.map((row, at) =>
      row.map((value) => (at < headRows ? { value: String(value), fontWeight: 'bold' as const } : cellOf(value))),
    ),
  })),
).toFile(output);
