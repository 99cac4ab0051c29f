import { IconTrash } from '@tabler/icons-react';
import { rowAction } from './row-actions.tsx';

/** Deletes the row after asking, by the `remove` call of the list's set. */
export const deleteRow = rowAction('delete', { icon: IconTrash, danger: true, removes: true });
