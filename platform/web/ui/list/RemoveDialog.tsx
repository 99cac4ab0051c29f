import type { AnyRoute } from '#platform/common/route.ts';
import type { Args, Leaf } from '../../client/client-of.ts';
import { useAction } from '../../client/hooks.ts';
import { notify } from '../../client/notices.ts';
import { useKitText } from '../../i18n/texts.ts';
import { ConfirmDialog } from '../ConfirmDialog.tsx';
import type { AnyRow } from './DataTable.tsx';

type Props = {
  leaf: Leaf<AnyRoute>;
  row: AnyRow;
  rowKey: string;
  params: Args<AnyRoute>['params'];
  onClose(): void;
  onDone(): void;
};

/** Asks before a row is deleted, then deletes it. */
export function RemoveDialog({ leaf, row, rowKey, params, onClose, onDone }: Props) {
  const t = useKitText();
  const remove = useAction(leaf, {
    onDone: () => {
      notify({ kind: 'success', message: t('notifications.rowDeleted') });
      onClose();
      onDone();
    },
    onError: onClose,
  });
  return (
    <ConfirmDialog
      opened
      title={t('list.deleteTitle')}
      message={t('list.deleteText')}
      entityName={String(row.name ?? row[rowKey])}
      pending={remove.pending}
      onConfirm={() =>
        remove.run({ params: { ...(params as object | undefined), id: row[rowKey] }, silent: 'success' })
      }
      onCancel={onClose}
    />
  );
}
