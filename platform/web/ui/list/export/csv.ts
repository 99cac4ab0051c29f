import type { SheetCell, SheetRow, SheetWriter } from './sheet.ts';

const byteOrderMark = '\uFEFF';

/** Text that a spreadsheet would run as a formula gets an apostrophe, in signs of full width too. Numbers stay numbers. */
export function csvCell(value: SheetCell): string {
  if (value === null) return '';
  const plain = typeof value === 'object' ? value.text : value;
  const text =
    typeof plain === 'number'
      ? String(plain)
      : /^[=+\-@\t\r\n\uFF1D\uFF0B\uFF0D\uFF20]/.test(String(plain))
        ? `'${plain}`
        : String(plain);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const linesOf = (rows: readonly SheetRow[]): string => rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
const fileOf = (parts: BlobPart[]): Blob => new Blob(parts, { type: 'text/csv;charset=utf-8' });

/** A table as CSV, with a byte order mark so that spreadsheets read Arabic. */
export const csvOf = (rows: readonly SheetRow[]): Blob => fileOf([byteOrderMark, linesOf(rows)]);

/** A writer that takes rows as they arrive. */
export function csvWriter(): SheetWriter {
  // A blob is stored outside of the heap.
  let parts: Blob[] = [new Blob([byteOrderMark])];
  return {
    type: 'csv',
    add: (rows) => void parts.push(new Blob([linesOf(rows)])),
    finish: async () => fileOf(parts),
    close: () => {
      parts = [];
    },
  };
}
