import { IconTrash } from '@tabler/icons-react';
import { type BulkAction, rowAction } from './row-actions.tsx';

/** Deletes the row after asking, by the `remove` call of the list's set. */
export const deleteRow = rowAction<unknown>('delete', { icon: IconTrash, danger: true, removes: true });

/** Deletes the selected rows after asking. */
export const deleteRows: BulkAction<unknown> = { key: 'delete', icon: IconTrash, danger: true, removes: true };
