import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Endpoint, SendArgs } from '../../../client/client-of.ts';
import { notify } from '../../../client/notices.ts';
import { RequestError } from '../../../client/request-error.ts';
import { useKitText } from '../../../i18n/texts.ts';
import { ConfirmDialog } from '../../dialogs/ConfirmDialog.tsx';
import type { AnyRow } from '../table/columns.tsx';

type Props = {
  endpoint: Endpoint<AnyRoute>;
  rows: readonly AnyRow[];
  rowKey: string;
  params: Args<AnyRoute>['params'];
  onClose(): void;
  /** Called with the deleted rows. */
  onDone(removed: readonly AnyRow[]): void;
};

/** Confirms the deletion of rows and deletes them one by one. A row that cannot be deleted is kept, with a notice. */
export function RemoveDialog({ endpoint, rows, rowKey, params, onClose, onDone }: Props) {
  const t = useKitText();
  const client = useQueryClient();
  const [done, setDone] = useState<number | null>(null);
  const [only] = rows.length === 1 ? rows : [];

  async function run(): Promise<void> {
    const removed: AnyRow[] = [];
    for (const [position, row] of rows.entries()) {
      setDone(position);
      const args = { params: { ...(params as object | undefined), id: row[rowKey] }, silent: 'success' };
      try {
        await endpoint.send(args as SendArgs<AnyRoute>);
        removed.push(row);
      } catch (error) {
        // A notice shows the reason; the next rows are still deleted.
        if (!(error instanceof RequestError)) throw error;
      }
    }
    await client.invalidateQueries({ queryKey: endpoint.keyPrefix });
    if (removed.length > 0)
      notify({
        kind: 'success',
        message: t(removed.length > 1 ? 'notifications.rowsDeleted' : 'notifications.rowDeleted'),
      });
    onClose();
    onDone(removed);
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
