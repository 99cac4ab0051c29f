import { type ReactNode, Suspense, useMemo, useState } from 'react';
import type { ListRequest } from '#platform/common/list.ts';
import type { AnyRoute, FilterOf, ReplyOf } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import type { LiveEvent } from '../../client/live.ts';
import { usePreference } from '../../client/preferences.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import type { EmptyKind } from '../state/EmptyPanel.tsx';
import { ColumnSettings } from './ColumnSettings.tsx';
import { arranged, type ColumnLayout, defaultLayout } from './column-layout.ts';
import { type AnyRow, type ColumnInput, columnsOf } from './columns.tsx';
import type { SelectionMode } from './DataTable.tsx';
import { ExportMenu } from './export/ExportMenu.tsx';
import { useExport } from './export/use-export.ts';
import { FilteredView } from './FilteredView.tsx';
import type { Filter } from './filters.ts';
import { ListContent } from './ListContent.tsx';
import classes from './ListPage.module.css';
import { withSort } from './list-state.ts';
import { Paging } from './Paging.tsx';
import { RowActions } from './RowActions.tsx';
import type { BulkAction, RowAction } from './row-actions.tsx';
import { SortMenu } from './SortMenu.tsx';
import { ListTools } from './Toolbar.tsx';
import { checkTableKey } from './table-key.ts';
import { useListState } from './use-list-state.ts';
import { useRows } from './use-rows.ts';
import { useSelection } from './use-selection.ts';
import { type ViewMode, viewOf } from './view-mode.ts';
import { useSavedViews } from './views/use-saved-views.ts';
import { ViewsMenu } from './views/ViewsMenu.tsx';

const RemoveDialog = lazyPart(() => import('./RemoveDialog.tsx').then((module) => module.RemoveDialog));
const SelectionBar = lazyPart(() => import('./SelectionBar.tsx').then((module) => module.SelectionBar));

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

const none: readonly [] = [];

/** A list with everything around it, wherever it stands on a page; what is said of its rows is typed by its call. */
export const ListView = AnyListView as <R extends AnyRoute>(props: ListViewProps<R>) => ReactNode;

function AnyListView(props: ListViewProps<AnyRoute>) {
  const {
    of,
    filters = none,
    rowActions = none,
    bulkActions = none,
    selection: mode = bulkActions.length > 0 ? 'multiple' : 'none',
    rowKey = 'id',
  } = props;
  const { list: endpoint } = of;
  const namespace = props.namespace ?? endpoint.app;
  const t = useKitText();
  const phone = usePhone();
  const { label } = useLabels(namespace);
  const tableKey = checkTableKey(props.table ?? `${endpoint.app}_${endpoint.name.split('.')[0]}_list`);
  const spec = endpoint.route.list;
  const sort = useMemo(
    () => (spec?.defaultSort ? { field: spec.defaultSort[0], direction: spec.defaultSort[1] } : null),
    [spec],
  );

  const control = useListState(tableKey, filters, sort);
  const { state, set } = control;
  const rows = useRows(props, control);
  const columns = useMemo(() => columnsOf(props.columns), [props.columns]);
  const layout = usePreference<ColumnLayout>(tableKey);
  const shownColumns = useMemo(() => arranged(columns, layout.value), [columns, layout.value]);
  const exporting = useExport(
    endpoint,
    { ...(props.params ? { params: props.params } : {}), ...(props.query ? { query: props.query } : {}) },
    shownColumns,
    { namespace, title: label(`lists.${endpoint.name.split('.')[0]}`) },
  );

  const chosen = useSelection(tableKey, rows.rows, rowKey);
  const [removing, setRemoving] = useState<readonly AnyRow[]>([]);

  const views = useSavedViews({ tableKey, filters, control, layout });
  const view = phone ? 'grid' : (state.form ?? viewOf(props.view ?? 'rows', rows.total));
  const filtered = state.search !== '' || Object.keys(state.filter).length > 0;
  const actions =
    rowActions.length > 0
      ? (row: AnyRow) => (
          <RowActions
            namespace={namespace}
            row={row}
            actions={rowActions}
            onRemove={(one) => setRemoving([one])}
            onDone={rows.refresh}
          />
        )
      : undefined;
  const table = {
    namespace,
    label: label(`lists.${endpoint.name.split('.')[0]}`),
    columns: shownColumns,
    rows: rows.rows,
    rowKey,
    sort: state.sort,
    sortable: spec?.sort ?? none,
    onSort: (field: string) => set(withSort(state, field)),
    selectionMode: mode,
    selection: chosen.selection,
    onSelection: chosen.select,
    actions,
    actionCount: rowActions.length,
    // Rows do not wait for what arranges them: kept columns and views are applied when they come.
    loading: rows.loading,
    skeletonRows: Math.min(state.size, 12),
    busy: rows.turning,
  };

  return (
    <>
      <FilteredView
        namespace={namespace}
        filters={filters}
        control={control}
        searchable={Boolean(spec?.search?.length)}
        busy={rows.fetching}
        tools={
          <ListTools
            onReset={() => {
              chosen.clear();
              control.reset();
            }}
            changed={filtered || state.sort !== sort}
            view={view}
            onView={phone ? undefined : (form) => set({ ...state, form })}
          >
            {view === 'grid' && <SortMenu {...table} />}
            <ViewsMenu views={views} />
            {props.exports && (
              <ExportMenu
                progress={exporting.progress}
                onExport={(type) => void exporting.run(type, rows.request)}
                onCancel={exporting.cancel}
              />
            )}
            {!phone && (
              <ColumnSettings
                namespace={namespace}
                columns={columns}
                layout={layout.value ?? defaultLayout(columns)}
                onApply={(next) => void layout.set(next)}
              />
            )}
          </ListTools>
        }
      >
        <div className={classes.main}>
          <ListContent
            table={table}
            view={view}
            card={props.card}
            error={rows.error}
            outdated={rows.outdated}
            filtered={filtered}
            emptyText={label(`empty.${endpoint.name.split('.')[0]}`, { defaultValue: t('list.emptyText') })}
            emptyKind={props.emptyKind}
            emptyAction={props.emptyAction}
            onRetry={rows.retry}
            onClear={control.reset}
          />
          {chosen.count > 0 && (
            <Suspense>
              <SelectionBar
                namespace={namespace}
                rows={chosen.rows}
                count={chosen.count}
                actions={bulkActions}
                onRemove={setRemoving}
                onClear={chosen.clear}
                onDone={() => {
                  chosen.clear();
                  rows.refresh();
                }}
              />
            </Suspense>
          )}
          <Paging
            page={state.page}
            size={state.size}
            total={rows.total}
            shown={rows.rows.length}
            onPage={(page) => set({ ...state, page })}
            onSize={(size) => set({ ...state, page: 0, size })}
          />
        </div>
      </FilteredView>
      {of.remove && removing.length > 0 && (
        <Suspense>
          <RemoveDialog
            endpoint={of.remove}
            rows={removing}
            rowKey={rowKey}
            params={props.params}
            onClose={() => setRemoving([])}
            onDone={(gone) => {
              chosen.drop(gone);
              rows.refresh();
            }}
          />
        </Suspense>
      )}
    </>
  );
}
