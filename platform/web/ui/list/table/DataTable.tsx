import { Checkbox, Radio, Skeleton, VisuallyHidden } from '@mantine/core';
import {
  type ColumnDef,
  type Row,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table';
import { type CSSProperties, type KeyboardEvent, type ReactNode, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useKitText } from '../../../i18n/texts.ts';
import type { Sort } from '../list-state.ts';
import { moveFocus } from '../rows/row-focus.ts';
import { rowName } from '../rows/row-name.ts';
import { Cell } from './Cell.tsx';
import type { AnyRow, Column } from './columns.tsx';
import classes from './DataTable.module.css';
import { HeaderCell } from './HeaderCell.tsx';

const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
});
type Features = typeof features;
export type SelectionMode = 'none' | 'single' | 'multiple';
export type Selection = Record<string, true>;

export type TableProps = {
  namespace: string;
  label: string;
  columns: Column<AnyRow>[];
  rows: AnyRow[];
  rowKey: string;
  sort: Sort | null;
  sortable: readonly string[];
  onSort(field: string): void;
  selectionMode: SelectionMode;
  selection: Selection;
  onSelection(next: Selection): void;
  /** The buttons at the end of a row. */
  actions?: ((row: AnyRow) => ReactNode) | undefined;
  actionCount: number;
  /** Shows skeleton rows instead of data. */
  loading: boolean;
  skeletonRows: number;
  busy: boolean;
};

/**
 * The table of a list: sticky header, sorting by header, selection. Arrow keys move between rows and Enter opens one.
 */
export function DataTable(props: TableProps) {
  const { columns, rows, rowKey, sort, selection, onSelection, selectionMode, namespace } = props;
  const t = useKitText();
  const body = useRef<HTMLTableSectionElement>(null);
  const defs = useMemo(
    () =>
      columns.map(
        (column): ColumnDef<Features, AnyRow> => ({
          id: column.field,
          accessorFn: (row: AnyRow) => row[column.field],
          enableSorting: props.sortable.includes(column.field),
        }),
      ),
    [columns, props.sortable],
  );
  const table = useTable({
    features,
    columns: defs,
    data: rows,
    getRowId: (row: AnyRow) => String(row[rowKey]),
    manualSorting: true,
    enableMultiRowSelection: selectionMode === 'multiple',
    state: { rowSelection: selection, sorting: sort ? [{ id: sort.field, desc: sort.direction === 'desc' }] : [] },
    onRowSelectionChange: (updater) => onSelection(typeof updater === 'function' ? updater(selection) : updater),
  });
  const byField = new Map(columns.map((column) => [column.field, column]));
  const selects = selectionMode !== 'none';
  const count = columns.length + Number(selects) + Number(Boolean(props.actions));

  return (
    <div className={classes.scroller} data-busy={props.busy || undefined}>
      <table className={classes.table} aria-label={props.label} aria-busy={props.busy || props.loading}>
        <colgroup>
          {selects && <col className={classes.selectColumn} />}
          {columns.map((column) => (
            <col key={column.field} data-width={column.width ?? 2} className={classes.column} />
          ))}
          {props.actions && (
            <col className={classes.actionColumn} style={{ '--actions': props.actionCount } as CSSProperties} />
          )}
        </colgroup>
        <thead>
          <tr>
            {selects && (
              <th className={classes.select} scope="col">
                {selectionMode === 'multiple' ? (
                  <Checkbox
                    size="xs"
                    aria-label={t('list.selectAll')}
                    checked={table.getIsAllPageRowsSelected()}
                    indeterminate={table.getIsSomePageRowsSelected() && !table.getIsAllPageRowsSelected()}
                    onChange={(event) => table.toggleAllPageRowsSelected(event.currentTarget.checked)}
                    disabled={rows.length === 0}
                  />
                ) : (
                  <VisuallyHidden>{t('list.select')}</VisuallyHidden>
                )}
              </th>
            )}
            {table
              .getHeaderGroups()
              .flatMap((group) =>
                group.headers.map((header) => (
                  <HeaderCell
                    key={header.id}
                    column={byField.get(header.id) ?? { field: header.id }}
                    namespace={namespace}
                    sortable={header.column.getCanSort()}
                    sort={sort}
                    onSort={props.onSort}
                  />
                )),
              )}
            {props.actions && (
              <th scope="col" className={classes.actions}>
                <VisuallyHidden>{t('list.actions')}</VisuallyHidden>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {props.loading
            ? numbered(props.skeletonRows).map((position) => <SkeletonRow key={position} cells={count} />)
            : table
                .getRowModel()
                .rows.map((row, position) => (
                  <BodyRow key={row.id} row={row} first={position === 0} byField={byField} {...props} />
                ))}
        </tbody>
      </table>
    </div>
  );
}

const numbered = (count: number) => [...Array(count).keys()];

function SkeletonRow({ cells }: { cells: number }) {
  return (
    <tr>
      {numbered(cells).map((position) => (
        <td key={position}>
          <Skeleton height="0.8em" width={`${45 + ((position * 23) % 40)}%`} radius="sm" />
        </td>
      ))}
    </tr>
  );
}

function BodyRow({
  row,
  first,
  byField,
  ...props
}: TableProps & { row: Row<Features, AnyRow>; first: boolean; byField: Map<string, Column<AnyRow>> }) {
  const t = useKitText();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const { selectionMode, columns, namespace } = props;
  const record = row.original;
  const to = columns.find((column) => column.to)?.to?.(record);
  // The record of the row is open in the split view.
  const current = to !== undefined && (to === search || to === `${pathname}${search}`);
  const name = rowName(record, columns);
  const onKeyDown = (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.target !== event.currentTarget) return;
    if (event.key === 'Enter' && to) void navigate(to);
    else if (event.key === ' ' && selectionMode !== 'none') row.toggleSelected();
    else if (!moveFocus(event.currentTarget, event.key)) return;
    event.preventDefault();
  };
  return (
    <tr
      tabIndex={first ? 0 : -1}
      onKeyDown={onKeyDown}
      data-key={row.id}
      data-selected={row.getIsSelected() || undefined}
      aria-current={current || undefined}
      aria-selected={selectionMode === 'none' ? undefined : row.getIsSelected()}
    >
      {selectionMode !== 'none' && (
        <td className={classes.select}>
          {selectionMode === 'multiple' ? (
            <Checkbox
              size="xs"
              aria-label={t('list.selectRow', { name })}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          ) : (
            <Radio
              size="xs"
              aria-label={t('list.selectRow', { name })}
              checked={row.getIsSelected()}
              onChange={row.getToggleSelectedHandler()}
            />
          )}
        </td>
      )}
      {row.getAllCells().map((one) => {
        const column = byField.get(one.column.id);
        return (
          <td key={one.id} data-numeric={column?.numeric || undefined}>
            {column && <Cell column={column} row={record} namespace={namespace} />}
          </td>
        );
      })}
      {props.actions && <td className={classes.actions}>{props.actions(record)}</td>}
    </tr>
  );
}
