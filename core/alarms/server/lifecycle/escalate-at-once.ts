import type { Kit } from '#platform/server/kit.ts';
import { queryText, type Tx } from '#platform/server/postgres/database.ts';
import type { AlarmChange } from './raise.ts';

/**
 * Moves the escalation of new alarms whose kind does not wait: its first step is due now, and the others follow at
 * their usual distances.
 */
export async function escalateAtOnce(kit: Kit, tx: Tx, changes: readonly AlarmChange[]): Promise<void> {
  const waitsFor = ({ app, kind }: AlarmChange) => kit.apps.find(({ id }) => id === app)?.alarms?.[kind];
  const urgent = changes.filter((change) => change.raised && waitsFor(change)?.escalatesAtOnce);
  if (urgent.length === 0) return;
  await queryText(tx, {
    name: 'escalate-at-once',
    text: `UPDATE alarm_escalation t SET due_at = t.due_at - (first.due_at - now())
             FROM (SELECT alarm_id, group_id, min(due_at) AS due_at FROM alarm_escalation WHERE alarm_id = ANY ($1::integer[]) AND step > 0 GROUP BY 1, 2) first
            WHERE t.alarm_id = first.alarm_id AND t.group_id = first.group_id AND t.step > 0`,
    values: [urgent.map(({ id }) => id)],
  });
}
