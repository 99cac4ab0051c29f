import type { Emitting } from '#platform/server/domain-events.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { assignment } from '../../common/assignments/assignment.ts';

/** Events carry only the id of an assignment: pages then read it, which checks their permission. */
export const assignmentTopics = [
  { name: 'panel-assignments', concerns: ({ may }) => may(assignment.can('read')) },
] as const satisfies LiveTopics['companies'];

/** Tells the pages of both companies, after the commit, that assignments have changed. */
export function publishAssignments(
  { kit, afterCommit }: Pick<Emitting, 'kit' | 'afterCommit'>,
  changed: readonly { id: number; companyId: number; ownerId: number }[],
): void {
  afterCommit(() => {
    for (const { id, companyId, ownerId } of changed)
      kit.live.publish({
        topic: 'panel-assignments',
        type: 'changed',
        companyId: null,
        audience: [companyId, ownerId],
        data: { id },
      });
  });
}
