import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../client/client-of.ts';
import { Can } from '../../session/hooks.tsx';
import { iconSizes } from '../../theme.ts';
import { useRowHistory } from '../history/History.tsx';
import { deleteRow, deleteRows } from './delete-row.ts';
import { type BulkAction, type RowAction, rowAction } from './row-actions.tsx';

/** The calls by which rows are added, changed, deleted and looked back at. */
type RowCalls = Record<'create' | 'update' | 'remove' | 'history', Endpoint<AnyRoute>>;

type Options<Row> = {
  /** What addresses of the list hold beside the row's id. */
  params?: Record<string, number>;
  /** Names of fields in the history are looked for in this slice. */
  namespace: string;
  addLabel: string;
  /** The form, empty or of a row. */
  form(before: Row | undefined, close: () => void): ReactNode;
  /** What else can be done with a row. Stays the same between renders. */
  actions?: readonly RowAction<Row>[];
};

type RowPanel<Row> = {
  add: ReactNode;
  rowActions: RowAction<Row>[];
  bulkActions: BulkAction<Row>[];
  /** Drawn once beside the list. */
  panel: ReactNode;
};

const none: readonly [] = [];

/** Rows that are added, changed and looked back at beside their list. */
export function useRowPanel<Row extends { id: number }>(
  of: RowCalls,
  { params, namespace, addLabel, form, actions = none }: Options<Row>,
): RowPanel<Row> {
  const [open, setOpen] = useState<Row | 'new' | null>(null);
  const history = useRowHistory<Row>(
    of.history,
    ({ id }) => ({ ...params, id }) as Args<AnyRoute>['params'],
    namespace,
  );
  const rowActions = useMemo(
    () => [
      rowAction<Row>('edit', {
        icon: IconPencil,
        access: of.update.route.access,
        run: (row) => {
          setOpen(row);
          return undefined;
        },
      }),
      ...actions,
      history.action,
      { ...deleteRow, access: of.remove.route.access },
    ],
    [of, actions, history.action],
  );
  const bulkActions = useMemo(() => [{ ...deleteRows, access: of.remove.route.access }], [of]);
  return {
    rowActions,
    bulkActions,
    add: (
      <Can access={of.create.route.access}>
        <Button leftSection={<IconPlus size={iconSizes.md} aria-hidden />} onClick={() => setOpen('new')}>
          {addLabel}
        </Button>
      </Can>
    ),
    panel: (
      <>
        {open && form(open === 'new' ? undefined : open, () => setOpen(null))}
        {history.drawer}
      </>
    ),
  };
}
