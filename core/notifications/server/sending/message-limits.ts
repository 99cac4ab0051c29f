import { sql } from 'kysely';
import { isLessSevere } from '#core/alarms/common/severity.ts';
import { dayMs, minuteMs } from '#platform/common/time/wall-clock.ts';
import { isOpen, nextChange, type WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Deliverable, NotificationDecision } from './due-notifications.ts';

/** More messages than this to a person in five minutes come as one each minute. */
const mostInFiveMinutes = 20;
const mostSmsPerHour = 30;

/** Until when quiet hours hold a notification, in the time zone of the person's company; null if they do not. */
export function quietUntil({ due, contact }: Deliverable, now: Date): Date | null {
  if (!due.quiet || due.cause === 'unanswered' || !isLessSevere(due.severity, due.quiet.exempt)) return null;
  const schedule: WeekSchedule = { timeZone: contact.timeZone, week: due.quiet.week, seasons: [], holidays: [] };
  if (!isOpen(schedule, now.getTime())) return null;
  return new Date(nextChange(schedule, now.getTime()) ?? now.getTime() + dayMs);
}

/** The messages that a person has got by a method. */
export type SentMessages = { fiveMinutes: number; hour: number; lastAt: string | null };
const none: SentMessages = { fiveMinutes: 0, hour: 0, lastAt: null };
const keyOf = (userId: number, method: string) => `${userId} ${method}`;

/** The messages of the last hour by person and method. */
export async function sentMessages(
  tx: Tx,
  userIds: readonly number[],
): Promise<(userId: number, method: string) => SentMessages> {
  const found = await sql<SentMessages & { userId: number; method: string }>`
    SELECT user_id, method, count(DISTINCT message)::integer AS hour, max(decided_at) AS last_at,
           (count(DISTINCT message) FILTER (WHERE decided_at > now() - interval '5 minutes'))::integer AS five_minutes
      FROM alarm_notification WHERE user_id = ANY (${[...new Set(userIds)]}::integer[]) AND state = 'sent' AND decided_at > now() - interval '1 hour'
     GROUP BY user_id, method`.execute(tx);
  const byKey = new Map(found.rows.map((row) => [keyOf(row.userId, row.method), row]));
  return (userId, method) => byKey.get(keyOf(userId, method)) ?? none;
}

/** Whether this many more messages to a person are a storm. */
export const isStorm = ({ fiveMinutes }: SentMessages, planned: number): boolean =>
  fiveMinutes + planned > mostInFiveMinutes;

/** When the next message of a storm may be sent; null for at once. */
export function nextInStorm({ lastAt }: SentMessages, now: Date): Date | null {
  const next = lastAt === null ? 0 : Date.parse(lastAt) + minuteMs;
  return next > now.getTime() ? new Date(next) : null;
}

/** How many more text messages a person may get in this hour. */
export const smsLeft = ({ hour }: SentMessages): number => Math.max(0, mostSmsPerHour - hour);

export const held = (
  parts: readonly Deliverable[],
  reason: 'quiet-hours' | 'storm' | 'gathered',
  dueAt: Date,
): NotificationDecision => ({
  ids: parts.map(({ due }) => due.notificationId),
  state: 'held',
  reason,
  dueAt,
});
