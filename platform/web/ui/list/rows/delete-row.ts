import { IconTrash } from '@tabler/icons-react';
import { type BulkAction, rowAction } from './row-actions.tsx';

/** Deletes the row after a confirmation, by the `remove` call of the list. */
export const deleteRow = rowAction<unknown>('delete', { icon: IconTrash, danger: true, removes: true });

/** Deletes the selected rows after a confirmation. */
export const deleteRows: BulkAction<unknown> = { key: 'delete', icon: IconTrash, danger: true, removes: true };
