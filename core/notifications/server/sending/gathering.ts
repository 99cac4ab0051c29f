import { sql } from 'kysely';
import { isLessSevere } from '#core/alarms/common/severity.ts';
import { classesWith, storedAlarms } from '#core/alarms/server/api.ts';
import { minuteMs } from '#platform/common/time/wall-clock.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Deliverable } from './due-notifications.ts';

const gatherMs = 5 * minuteMs;

/** Of a person and method: when the last message about gathered alarms was sent, and when the next one is due. */
type Gathered = { sentAt: string | null; dueAt: string | null };

export type Gathering = {
  /** Whether it is about an alarm of a class that many things may have at once. */
  gathers(part: Deliverable): boolean;
  /** Until when it waits for others; null if it does not. */
  until(part: Deliverable): Date | null;
};

/** Makes one message in five minutes of the alarms that many things have at once: a failed network is one message, not five hundred. */
export async function gathering(
  tx: Tx,
  kit: Pick<Kit, 'apps'>,
  deliverable: readonly Deliverable[],
  now: Date,
): Promise<Gathering> {
  const classes = classesWith(kit, 'notifiedTogether');
  const gathers = ({ due }: Deliverable) => classes.includes(`${due.app} ${due.class}`);
  const people = [...new Set(deliverable.filter(gathers).map(({ contact }) => contact.id))];
  if (people.length === 0) return { gathers, until: () => null };
  const { rows } = await sql<Gathered & { userId: number; method: string }>`
    SELECT n.user_id, n.method, max(n.decided_at) FILTER (WHERE n.state = 'sent') AS sent_at, min(n.due_at) FILTER (WHERE n.state = 'held') AS due_at
      FROM alarm_notification n JOIN ${sql.raw(storedAlarms)} a ON a.id = n.alarm_id
     WHERE n.user_id = ANY (${people}::integer[]) AND a.app || ' ' || a.class = ANY (${classes}::text[])
       AND ((n.state = 'sent' AND n.decided_at > ${new Date(now.getTime() - gatherMs)}::timestamptz) OR (n.state = 'held' AND n.reason = 'gathered' AND n.due_at > ${now}::timestamptz))
     GROUP BY n.user_id, n.method`.execute(tx);
  const byPerson = new Map(rows.map((row) => [`${row.userId} ${row.method}`, row]));
  return {
    gathers,
    until(part) {
      const { due, contact } = part;
      if (!gathers(part) || due.cause === 'unanswered') return null;
      const { sentAt = null, dueAt = null } = byPerson.get(`${contact.id} ${due.method}`) ?? {};
      if (sentAt !== null) return new Date(Date.parse(sentAt) + gatherMs);
      if (due.state === 'held' || !isLessSevere(due.severity, 'problem')) return null;
      return dueAt === null ? new Date(now.getTime() + gatherMs) : new Date(dueAt);
    },
  };
}
