import type { ComponentType, ReactNode } from 'react';
import type { RowAction } from './rows/row-actions.tsx';
import type { AnyRow, Column } from './table/columns.tsx';

/** What a slice adds to a list of a slice below it. */
export type Added = {
  /** They follow the first column. */
  columns: readonly Column<AnyRow>[];
  rowActions: readonly RowAction<AnyRow>[];
  /** The values of the rows that its columns show, so that the list does not show them twice. */
  shows: readonly string[];
};
export type FixedFilters = Readonly<Record<string, unknown>> | undefined;
export const nothingAdded: Added = { columns: [], rowActions: [], shows: [] };

/**
 * Gives its children what it adds to a list with these fixed filters. It is one component for the whole list, and reads
 * the data of all rows in one call.
 */
export type ListPart = ComponentType<{
  fixed: FixedFilters;
  children(added: Added): ReactNode;
}>;
