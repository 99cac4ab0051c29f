import { fold } from '#platform/common/search/search.ts';
import type { Table } from '#platform/web/ui/import/read-table.ts';
import type { SerialLine } from '../../common/assign-units.ts';

/** The names that each column may have. */
export type ColumnNames = Readonly<Record<'serial' | 'product' | 'name', readonly string[]>>;

/**
 * The serial numbers of a table. Without a column of them, the table has no header; its columns are serial number,
 * product and name.
 */
export function serialLines({ head, lines }: Table, names: ColumnNames): SerialLine[] {
  const folded = head.map(fold);
  const columnOf = (field: keyof ColumnNames) => folded.findIndex((name) => names[field].map(fold).includes(name));
  const [serial, product, name] = [columnOf('serial'), columnOf('product'), columnOf('name')];
  const [rows, at] =
    serial < 0 ? [[head, ...lines], { serial: 0, product: 1, name: 2 }] : [lines, { serial, product, name }];
  return rows.flatMap((row) => {
    const cell = (column: number) => row[column]?.trim() || undefined;
    const text = cell(at.serial);
    return text ? [{ serial: text, product: cell(at.product), name: cell(at.name) }] : [];
  });
}

/** The serial numbers of a pasted text, one per line. */
export const pastedLines = (text: string): SerialLine[] =>
  text.split(/[\r\n]+/).flatMap((line) => (line.trim() ? [{ serial: line.trim() }] : []));
