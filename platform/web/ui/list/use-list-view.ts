import { useMemo, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import { usePreference } from '../../client/preferences.ts';
import { useLabels } from '../../i18n/texts.ts';
import { usePhone } from '../../shell/layout/phone.ts';
import { useExport } from './export/use-export.ts';
import type { Filter } from './filters/filters.ts';
import { withSort } from './list-state.ts';
import type { ListViewProps } from './list-view-props.ts';
import { useNothingAtAll } from './rows/use-nothing-at-all.ts';
import { useRows } from './rows/use-rows.ts';
import { useSelection } from './rows/use-selection.ts';
import { useSteadyRows } from './rows/use-steady-rows.ts';
import { arrangeColumns, type ColumnLayout, defaultLayout } from './table/column-layout.ts';
import { type AnyRow, columnsOf } from './table/columns.tsx';
import { checkTableKey } from './table/table-key.ts';
import { useListState } from './use-list-state.ts';
import { viewOf } from './view-mode.ts';
import { useSavedViews } from './views/use-saved-views.ts';

type Props = ListViewProps<AnyRoute>;

const noFilters: readonly Filter[] = [];
const noFields: readonly string[] = [];

/** The names and keys of a list that its parts share; `texts` is the part of its text keys. */
function useListNames({ of: { list }, namespace = list.app, table }: Props) {
  const { label } = useLabels(namespace);
  const [texts] = list.name.split('.');
  return {
    namespace,
    texts,
    title: label(`lists.${texts}`),
    tableKey: checkTableKey(table ?? `${list.app}_${texts}_list`),
  };
}

/** The columns of a list in the person's layout. */
function useColumns(tableKey: string, input: Props['columns']) {
  const columns = useMemo(() => columnsOf(input), [input]);
  const layout = usePreference<ColumnLayout>(tableKey);
  const visible = useMemo(() => arrangeColumns(columns, layout.value), [columns, layout.value]);
  return { all: columns, visible, preference: layout, layout: layout.value ?? defaultLayout(columns) };
}

/** Everything that the parts of a list view share: its state, rows, columns, selection, export and saved views. */
export function useListView(props: Props) {
  const { filters = noFilters, rowKey = 'id' } = props;
  const { list: endpoint } = props.of;
  const spec = endpoint.route.list;
  const phone = usePhone();
  const names = useListNames(props);
  const { tableKey } = names;
  const defaultSort = useMemo(
    () => (spec?.defaultSort ? { field: spec.defaultSort[0], direction: spec.defaultSort[1] } : null),
    [spec],
  );
  const control = useListState(tableKey, filters, defaultSort);
  const { state, set } = control;
  const read = useRows(props, control);
  const steady = useSteadyRows(read, props.steady);
  const filtered = state.search !== '' || Object.keys(state.filter).length > 0;
  const nothing = useNothingAtAll(props, control, filtered && read.total === 0 && !read.error);
  const rows = {
    ...read,
    loading: read.loading || nothing.pending,
    rows: steady.rows,
    /** Called after an action of the person. */
    refresh: () => {
      steady.changed();
      read.refresh();
    },
  };
  const columns = useColumns(tableKey, props.columns);
  const exporting = useExport(
    endpoint,
    { ...(props.params ? { params: props.params } : {}), ...(props.query ? { query: props.query } : {}) },
    columns.visible,
    { ...names, rowKey },
  );
  const selection = useSelection(tableKey, rows.rows, rowKey);
  const [removing, setRemoving] = useState<readonly AnyRow[]>([]);
  const views = useSavedViews({ tableKey, filters, control, layout: columns.preference });
  return {
    ...names,
    filters,
    control,
    rows,
    steady,
    rowKey,
    columns,
    exporting,
    selection,
    views,
    /** A search or filter is set, so an empty result does not mean that there are no records. */
    filtered: filtered && !nothing.empty,
    changed: filtered || state.sort !== defaultSort,
    view: phone ? 'grid' : (state.form ?? viewOf(props.view ?? 'rows', rows.total)),
    countUpTo: spec?.countUpTo,
    searchable: Boolean(spec?.search?.length),
    sorting: {
      sort: state.sort,
      sortable: spec?.sort ?? noFields,
      onSort: (field: string) => set(withSort(state, field)),
    },
    /** The rows whose deletion is being confirmed. */
    removing,
    remove: setRemoving,
  };
}
export type ListViewModel = ReturnType<typeof useListView>;
