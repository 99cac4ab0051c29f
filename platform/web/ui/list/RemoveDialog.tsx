import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint, SendArgs } from '../../client/client-of.ts';
import { notify } from '../../client/notices.ts';
import { RequestError } from '../../client/request-error.ts';
import { useKitText } from '../../i18n/texts.ts';
import { ConfirmDialog } from '../dialogs/ConfirmDialog.tsx';
import type { AnyRow } from './columns.tsx';

type Props = {
  endpoint: Endpoint<AnyRoute>;
  rows: readonly AnyRow[];
  rowKey: string;
  params: Args<AnyRoute>['params'];
  onClose(): void;
  /** With the rows that are gone. */
  onDone(gone: readonly AnyRow[]): void;
};

/** Asks before rows are deleted, then deletes them one by one: what cannot be deleted says so and stays. */
export function RemoveDialog({ endpoint, rows, rowKey, params, onClose, onDone }: Props) {
  const t = useKitText();
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [only] = rows.length === 1 ? rows : [];

  async function run(): Promise<void> {
    const gone: AnyRow[] = [];
    for (const [position, row] of rows.entries()) {
      setDone(position);
      const args = { params: { ...(params as object | undefined), id: row[rowKey] }, silent: 'success' };
      try {
        await endpoint.send(args as SendArgs<AnyRoute>);
        gone.push(row);
      } catch (error) {
        // Why was told by a notice; the others may still go.
        if (!(error instanceof RequestError)) throw error;
      }
    }
    await client.invalidateQueries({ queryKey: endpoint.keyPrefix });
    if (gone.length > 0)
      notify({
        kind: 'success',
        message: t(gone.length > 1 ? 'notifications.rowsDeleted' : 'notifications.rowDeleted'),
      });
    onClose();
    onDone(gone);
  }
  const progress = done !== null && !only ? t('list.deleting', { done: done + 1, total: rows.length }) : undefined;
  return (
    <ConfirmDialog
      opened
      title={t('list.deleteTitle')}
      message={t('list.deleteText')}
      entityName={only ? String(only.name ?? only[rowKey]) : (progress ?? t('list.deleteRows', { count: rows.length }))}
      pending={done !== null}
      onConfirm={() => void run()}
      onCancel={onClose}
    />
  );
}
