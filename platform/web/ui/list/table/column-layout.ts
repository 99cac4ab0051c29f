import { type AnyRow, type Column, columnsOf } from './columns.tsx';

/** The order and visibility of columns, stored as a preference of the person. */
export type ColumnLayout = { order: string[]; hidden: string[] };

export const defaultLayout = (columns: readonly Column<AnyRow>[]): ColumnLayout => ({
  order: columns.map((column) => column.field),
  hidden: columns.filter((column) => column.hidden).map((column) => column.field),
});

/**
 * Applies a stored layout: columns that no longer exist are dropped, new ones are inserted at their default position.
 */
export function arrangeColumns(
  columns: readonly Column<AnyRow>[],
  layout: ColumnLayout | null | undefined,
): Column<AnyRow>[] {
  const { order, hidden } = layout ?? defaultLayout(columns);
  const byField = new Map(columnsOf(columns).map((column) => [column.field, column]));
  const sorted = order.flatMap((field) => byField.get(field) ?? []);
  const added = columns.filter((column) => !order.includes(column.field));
  for (const column of added) sorted.splice(columns.indexOf(column), 0, column);
  return sorted.filter((column) => !hidden.includes(column.field) && !(added.includes(column) && column.hidden));
}

export function movedItem<T>(list: readonly T[], from: number, to: number): T[] {
  if (to < 0 || to >= list.length) return [...list];
  const next = [...list];
  const [one] = next.splice(from, 1);
  next.splice(to, 0, one as T);
  return next;
}
