import type { AnyRow, Column } from '../table/columns.tsx';

/** The fields by which people know a record, the best first. */
const naming = ['name', 'number', 'title', 'subject', 'holder', 'person', 'device', 'code', 'serial', 'email'];

/** A text, or the name of a record. */
const textOf = (value: unknown): string | undefined => {
  if (typeof value === 'string' && value !== '') return value;
  return typeof value === 'object' && value !== null && 'name' in value ? textOf(value.name) : undefined;
};

/**
 * What screen readers call a row: the name of its record, otherwise the first text among its columns, otherwise its id. The
 * text of a column with `names` comes first: an alarm is called by its kind and its device.
 */
export function rowName(row: AnyRow, columns: readonly Column<AnyRow>[] = []): string {
  const kind = columns.find(({ names }) => names)?.text?.(row);
  const name = naming.map((field) => textOf(row[field])).find((found) => found !== undefined);
  const known = [kind, name].filter((part) => part !== undefined && part !== null);
  if (known.length > 0) return known.join(', ');
  return String(columns.find(({ text }) => text)?.text?.(row) ?? row.id ?? '');
}
