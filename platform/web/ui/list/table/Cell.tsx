import { useFormats } from '../../../i18n/formats.ts';
import { useLabels } from '../../../i18n/texts.ts';
import { type AnyRow, type Column, valueAt } from './columns.tsx';

/**
 * Returns a function for the plain text of a value: the text of an enum value, yes or no, the name of a record, a
 * number.
 */
export function usePlainText(namespace: string): (column: Column<AnyRow>, row: unknown) => string {
  const { label, has } = useLabels(namespace);
  const { number } = useFormats();
  return (column, row) => {
    const value = column.text ? column.text(row) : valueAt(row, column.field);
    if (value === null || value === undefined || value === '') return '';
    if (typeof value === 'boolean') return label(value ? 'actions.yes' : 'actions.no');
    if (typeof value === 'number') return number(value);
    if (typeof value === 'object') return String((value as { name?: unknown }).name ?? '');
    const key = `values.${column.field}.${value}`;
    return has(key) ? label(key) : String(value);
  };
}

/** A cell: the column's own rendering, or the value as plain text. */
export function Cell({ column, row, namespace }: { column: Column<AnyRow>; row: unknown; namespace: string }) {
  const plain = usePlainText(namespace);
  if (column.render) return <>{column.render(row)}</>;
  return <bdi>{plain(column, row) || '–'}</bdi>;
}
