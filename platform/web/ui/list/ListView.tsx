import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import { useKitText, useLabels } from '../../i18n/texts.ts';
import { lazyPart } from '../../shell/failures/chunk-failure.ts';
import { iconSizes } from '../../theme.ts';
import { EmptyState } from '../state/EmptyState.tsx';
import { FilteredView } from './filters/FilteredView.tsx';
import { ListContent } from './ListContent.tsx';
import classes from './ListPage.module.css';
import { ListViewTools } from './ListViewTools.tsx';
import type { ListViewProps } from './list-view-props.ts';
import { Paging } from './Paging.tsx';
import { RowActions } from './rows/RowActions.tsx';
import type { BulkAction } from './rows/row-actions.tsx';
import type { AnyRow } from './table/columns.tsx';
import type { TableProps } from './table/DataTable.tsx';
import { type ListViewModel, useListView } from './use-list-view.ts';

const RemoveDialog = lazyPart(() => import('./rows/RemoveDialog.tsx').then((module) => module.RemoveDialog));
const SelectionBar = lazyPart(() => import('./rows/SelectionBar.tsx').then((module) => module.SelectionBar));

type Props = ListViewProps<AnyRoute>;
type PartProps = { list: ListViewModel; props: Props };

const maxSkeletonRows = 12;

/** A list with search, filters, tools, rows and paging, anywhere on a page. Its props are typed by its call. */
export const ListView = AnyListView as <R extends AnyRoute>(props: ListViewProps<R>) => ReactNode;

function AnyListView(props: Props) {
  const list = useListView(props);
  const { namespace, filters, control } = list;
  return (
    <>
      <FilteredView
        namespace={namespace}
        filters={filters}
        control={control}
        searchable={list.searchable}
        busy={list.rows.fetching}
        tools={<ListViewTools list={list} exports={props.exports} />}
      >
        <div className={classes.main} {...list.steady.area}>
          <News list={list} />
          <Content list={list} props={props} />
        </div>
        {props.aside}
      </FilteredView>
      <Removal list={list} props={props} />
    </>
  );
}

/** Shows the waiting changes while the order of the rows is kept. It does not take space, so that rows do not move. */
function News({ list: { steady } }: { list: ListViewModel }) {
  const t = useKitText();
  return (
    <output className={classes.news}>
      {steady.moved && (
        <Button size="compact-sm" leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />} onClick={steady.update}>
          {steady.news > 0 ? t('list.news', { count: steady.news }) : t('list.moved')}
        </Button>
      )}
    </output>
  );
}

/** The props of the table, which the cards take too. */
function tableOf({ list, props }: PartProps): TableProps {
  const { namespace, rows, rowKey, selection } = list;
  const { rowActions = [], bulkActions = [] } = props;
  return {
    namespace,
    label: list.title,
    columns: list.columns.visible,
    rows: rows.rows,
    rowKey,
    ...list.sorting,
    selectionMode: props.selection ?? (bulkActions.length > 0 ? 'multiple' : 'none'),
    selection: selection.selection,
    onSelection: selection.select,
    actions:
      rowActions.length > 0
        ? (row: AnyRow) => (
            <RowActions
              namespace={namespace}
              row={row}
              actions={rowActions}
              onRemove={(removed) => list.remove([removed])}
              onDone={rows.refresh}
            />
          )
        : undefined,
    actionCount: rowActions.length,
    // Rows do not wait for the person's columns and views, which are applied when they arrive.
    loading: rows.loading,
    skeletonRows: Math.min(list.control.state.size, maxSkeletonRows),
    busy: rows.turning,
  };
}

function Content({ list, props }: PartProps) {
  const { label } = useLabels(list.namespace);
  const { rows } = list;
  return (
    <ListContent
      table={tableOf({ list, props })}
      view={list.view}
      card={props.card}
      error={rows.error}
      outdated={rows.outdated}
      filtered={list.filtered}
      empty={
        <EmptyState
          title={label(`empty.${props.empty}.title`)}
          text={label(`empty.${props.empty}.text`)}
          {...(props.emptyDrawing ? { drawing: props.emptyDrawing } : {})}
          action={props.emptyAction}
        />
      }
      footer={
        <>
          <Selected list={list} actions={props.bulkActions ?? []} />
          <Pages list={list} />
        </>
      }
      onRetry={rows.retry}
      onClear={list.control.reset}
    />
  );
}

function Selected({ list, actions }: { list: ListViewModel; actions: readonly BulkAction<AnyRow>[] }) {
  const { namespace, rows, selection } = list;
  if (selection.count === 0) return null;
  return (
    <Suspense>
      <SelectionBar
        namespace={namespace}
        rows={selection.rows}
        count={selection.count}
        actions={actions}
        onRemove={list.remove}
        onClear={selection.clear}
        onDone={() => {
          selection.clear();
          rows.refresh();
        }}
      />
    </Suspense>
  );
}

function Pages({ list: { control, rows, countUpTo } }: { list: ListViewModel }) {
  const { state, set } = control;
  return (
    <Paging
      page={state.page}
      size={state.size}
      total={rows.total}
      countUpTo={countUpTo}
      shown={rows.rows.length}
      onPage={(page) => set({ ...state, page })}
      onSize={(size) => set({ ...state, page: 0, size })}
    />
  );
}

function Removal({ list, props }: PartProps) {
  const { remove } = props.of;
  if (!remove || list.removing.length === 0) return null;
  return (
    <Suspense>
      <RemoveDialog
        endpoint={remove}
        rows={list.removing}
        rowKey={list.rowKey}
        params={props.params}
        onClose={() => list.remove([])}
        onDone={(removed) => {
          list.selection.drop(removed);
          list.rows.refresh();
        }}
      />
    </Suspense>
  );
}
