import { byteOrderMark, csvCell } from '#platform/common/text/csv.ts';
import type { SheetCell, SheetRow, SheetWriter } from './sheet.ts';

/** An instant is written as its text. */
const cellText = (value: SheetCell): string =>
  csvCell(value !== null && typeof value === 'object' ? value.text : value);

const linesOf = (rows: readonly SheetRow[]): string => rows.map((row) => `${row.map(cellText).join(',')}\r\n`).join('');
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
