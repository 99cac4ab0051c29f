import type { ReactNode } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, FilterOf, ReplyOf } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import type { LiveEvent } from '../../client/live.ts';
import type { EmptyKind } from '../state/EmptyPanel.tsx';
import type { ColumnInput } from './columns.tsx';
import type { SelectionMode } from './DataTable.tsx';
import type { Filter } from './filters.ts';
import type { BulkAction, RowAction } from './row-actions.tsx';
import type { ViewMode } from './view-mode.ts';

export type ListViewProps<R extends AnyRoute> = {
  /** The set of calls: `list`, and `remove` when rows can be deleted. */
  of: { list: Endpoint<R>; remove?: Endpoint<AnyRoute> };
  /** Whose texts name its columns and filters; the app of its calls when left out. */
  namespace?: string;
  params?: Args<R>['params'];
  query?: Args<R>['query'];
  /** Filters that the page itself sets; the person neither sees nor changes them. */
  fixed?: NoInfer<FixedFilters<R>>;
  columns: readonly ColumnInput<NoInfer<ReplyOf<R>>>[];
  filters?: readonly Filter<NoInfer<FilterOf<R>>>[];
  rowActions?: readonly RowAction<NoInfer<ReplyOf<R>>>[];
  bulkActions?: readonly BulkAction<NoInfer<ReplyOf<R>>>[];
  selection?: SelectionMode;
  /** `app_module_table`; made from the app and the set when left out. */
  table?: string;
  rowKey?: NoInfer<keyof ReplyOf<R> & string>;
  view?: ViewMode;
  card?: (row: NoInfer<ReplyOf<R>>) => ReactNode;
  exports?: boolean;
  /** The drawing and title of an empty list of such things. */
  emptyKind?: EmptyKind;
  /** The next step of an empty list. */
  emptyAction?: ReactNode;
  /** Live topics, perhaps of the rows shown, whose events change rows; without a patch the rows are asked for again. */
  live?: {
    topics: readonly string[] | ((rows: NoInfer<ReplyOf<R>>[]) => readonly string[]);
    patch?: (row: NoInfer<ReplyOf<R>>, event: LiveEvent) => NoInfer<ReplyOf<R>> | null;
    /** Events that change no row of this list are left alone. */
    about?: (event: LiveEvent) => boolean;
  };
};
type FixedFilters<R> = Partial<Record<FilterOf<R>, NonNullable<ListRequest['filter']>[string]>>;
