import writeSheet, { type Cell, type SheetData } from 'write-excel-file/universal';
import type { SheetCell, SheetRow } from './sheet.ts';

const dateFormat = 'dd/mm/yyyy hh:mm';
const columnWidth = 20;

const cellOf = (value: SheetCell): Cell =>
  value !== null && typeof value === 'object' ? { value: value.at, type: Date, format: dateFormat } : value;

/** Rows as an XLSX file with a frozen header row; numbers, instants and texts keep their types. */
export function xlsxOf(
  [head = [], ...rows]: readonly SheetRow[],
  { sheet, rightToLeft }: { sheet: string; rightToLeft: boolean },
): Promise<Blob> {
  const data: SheetData = [
    head.map((name): Cell => ({ value: String(name), fontWeight: 'bold' })),
    ...rows.map((row) => row.map(cellOf)),
  ];
  return writeSheet(data, {
    sheet: sheetName(sheet),
    rightToLeft,
    stickyRowsCount: 1,
    columns: head.map(() => ({ width: columnWidth })),
  }).toBlob();
}

/** Sheet names have at most 31 characters, without some punctuation. */
const sheetName = (text: string): string => text.replace(/[\\/?*[\]:]/g, ' ').slice(0, 31);
