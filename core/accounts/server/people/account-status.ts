import { refuse } from '#platform/server/refuse.ts';
import type { User } from '../../common/user.ts';

type Status = User['status'];

/** The changes of status that an administrator may make: a suspension is lifted, not activated. */
const nextStatuses: Record<Status, readonly Status[]> = {
  active: ['inactive', 'suspended'],
  inactive: ['active'],
  suspended: ['active'],
};

export function assertNextStatus(before: { status: Status; invited: boolean }, status: Status): void {
  if (!nextStatuses[before.status].includes(status))
    throw refuse(409, 'status-not-possible', { from: before.status, to: status });
  if (before.invited) throw refuse(409, 'still-invited');
}
