import { IconCheck, IconCircleOff, IconPlayerStop, IconX } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { type RowAction, rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import type { Assignment } from '../../common/assignments/assignment.ts';
import { api } from '../api.ts';

/** What people do with assignments; the server says of each row what its reader may do. */
export function useAssignmentActions(): RowAction<Assignment>[] {
  const { ask: accept } = useAction(api.assignment.accept);
  const { ask: reject } = useAction(api.assignment.reject);
  const { ask: withdraw } = useAction(api.assignment.withdraw);
  const { ask: end } = useAction(api.assignment.end);
  return useMemo(() => {
    const allows = (step: Assignment['allowed'][number]) => (row: Assignment) => row.allowed.includes(step);
    const of = ({ id }: Assignment) => ({ params: { id } });
    return [
      rowAction<Assignment>('accept', { icon: IconCheck, shown: allows('accept'), run: (row) => accept(of(row)) }),
      rowAction<Assignment>('reject', {
        icon: IconX,
        shown: allows('reject'),
        danger: true,
        run: (row) => reject({ ...of(row), body: { comment: 'reject' } }),
      }),
      rowAction<Assignment>('withdraw', {
        icon: IconCircleOff,
        shown: allows('withdraw'),
        danger: true,
        run: (row) => withdraw(of(row)),
      }),
      rowAction<Assignment>('end', {
        icon: IconPlayerStop,
        shown: allows('end'),
        danger: true,
        run: (row) => end(of(row)),
      }),
    ];
  }, [accept, reject, withdraw, end]);
}
