import type { ReactNode } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, FilterOf, ReplyOf } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import type { LiveEvent } from '../../client/live/live.ts';
import type { EmptyDrawing } from '../state/EmptyState.tsx';
import type { Filter } from './filters/filters.ts';
import type { BulkAction, RowAction } from './rows/row-actions.tsx';
import type { Steady } from './rows/use-steady-rows.ts';
import type { ColumnInput } from './table/columns.tsx';
import type { SelectionMode } from './table/DataTable.tsx';
import type { ViewMode } from './view-mode.ts';

export type ListViewProps<R extends AnyRoute> = {
  /** The calls: `list`, and `remove` if rows can be deleted. */
  of: { list: Endpoint<R>; remove?: Endpoint<AnyRoute> };
  /** The text namespace of columns and filters; by default the app of the calls. */
  namespace?: string;
  params?: Args<R>['params'];
  query?: Args<R>['query'];
  /** Filters that the page sets; they are neither shown nor editable. */
  fixed?: NoInfer<FixedFilters<R>>;
  columns: readonly ColumnInput<NoInfer<ReplyOf<R>>>[];
  filters?: readonly Filter<NoInfer<FilterOf<R>>>[];
  rowActions?: readonly RowAction<NoInfer<ReplyOf<R>>>[];
  bulkActions?: readonly BulkAction<NoInfer<ReplyOf<R>>>[];
  selection?: SelectionMode;
  /** The key of its preferences, `app_module_table`; by default derived from the app and the route set. */
  table?: string;
  rowKey?: NoInfer<keyof ReplyOf<R> & string>;
  view?: ViewMode;
  card?: (row: NoInfer<ReplyOf<R>>) => ReactNode;
  exports?: boolean;
  /** A panel next to the rows, below the toolbar. */
  aside?: ReactNode;
  /** Keeps the order of a live list while a person reads it. */
  steady?: Steady;
  /** The key of the texts of the empty list: `empty.<key>.title` says what is missing, `empty.<key>.text` what to do. */
  empty: string;
  emptyDrawing?: EmptyDrawing;
  /** The action of the empty list. */
  emptyAction?: ReactNode;
  /** Reloads the rows at each visit, for rows that pages change with calls of other route sets. */
  fresh?: boolean;
  /** The live topics, fixed or derived from the rows. Without `patch` an event refetches the rows. */
  live?: {
    topics: readonly string[] | ((rows: NoInfer<ReplyOf<R>>[]) => readonly string[]);
    patch?: (row: NoInfer<ReplyOf<R>>, event: LiveEvent) => NoInfer<ReplyOf<R>> | null;
    /** Whether an event concerns this list; others are ignored. */
    about?: (event: LiveEvent) => boolean;
  };
};
type FixedFilters<R> = Partial<Record<FilterOf<R>, NonNullable<ListRequest['filter']>[string]>>;
