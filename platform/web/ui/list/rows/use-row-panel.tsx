import { Button } from '@mantine/core';
import { IconPencil, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useMemo, useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint } from '../../../client/client-of.ts';
import { Can } from '../../../session/hooks.tsx';
import { iconSizes } from '../../../theme.ts';
import { useRowHistory } from '../../history/History.tsx';
import { deleteRow, deleteRows } from './delete-row.ts';
import { type BulkAction, type RowAction, rowAction } from './row-actions.tsx';

/** The calls that create, update, delete and show the history of rows. */
type RowCalls = Record<'create' | 'update' | 'remove' | 'history', Endpoint<AnyRoute>>;

type Options<Row> = {
  /** Route parameters in addition to the row's id. */
  params?: Record<string, number>;
  /** The text namespace of the fields in the history. */
  namespace: string;
  addLabel: string;
  /** The form of a row, or of a new one. */
  form(before: Row | undefined, close: () => void): ReactNode;
  /** Further row actions; must be stable between renders. */
  actions?: readonly RowAction<Row>[];
};

type RowPanel<Row> = {
  add: ReactNode;
  rowActions: RowAction<Row>[];
  bulkActions: BulkAction<Row>[];
  /** The open panel; render it once next to the list. */
  panel: ReactNode;
};

const none: readonly [] = [];

/** Creates, edits and shows the history of rows in a panel next to their list. */
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
