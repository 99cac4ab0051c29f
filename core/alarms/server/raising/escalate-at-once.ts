import { bypassRls, queryText } from '#platform/server/postgres/database.ts';
import type { AlarmChange, AlarmContext } from './alarm-changes.ts';
import { kindIn } from './alarm-classes.ts';

/**
 * Moves the escalation of new alarms whose kind does not wait: its first step is due now, and the others follow at
 * their usual distances.
 */
export async function escalateAtOnce({ kit, tx, actor }: AlarmContext, changes: readonly AlarmChange[]): Promise<void> {
  const urgent = changes.filter(({ raised, app, kind }) => raised && kindIn(kit, app, kind)?.escalatesAtOnce);
  if (urgent.length === 0) return;
  const move = () =>
    queryText(tx, {
      name: 'escalate-at-once',
      text: `UPDATE alarm_escalation t SET due_at = t.due_at - (first.due_at - now())
             FROM (SELECT alarm_id, group_id, min(due_at) AS due_at FROM alarm_escalation WHERE alarm_id = ANY ($1::integer[]) AND step > 0 GROUP BY 1, 2) first
            WHERE t.alarm_id = first.alarm_id AND t.group_id = first.group_id AND t.step > 0`,
      values: [urgent.map(({ id }) => id)],
    });
  // The clocks may be those of another company than the caller's.
  if (urgent.some(({ parties }) => parties.length > 0)) await bypassRls(tx, actor.scope, move);
  else await move();
}
