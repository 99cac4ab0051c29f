import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { invalid } from '#platform/server/refuse.ts';
import './events.ts';

export { addDemoSchedule } from './demo.ts';
export { followSchedule } from './follow-schedule.ts';
export { companyScheduleHandlers } from './schedules.ts';

/** A subquery for statements of other slices: `id`, `company_id` and the week schedule as JSON (`hours`) of every schedule. */
export const weekSchedules = `(SELECT id, company_id, jsonb_build_object('timeZone', time_zone, 'week', week, 'seasons', seasons, 'holidays', holidays) AS hours FROM schedule)`;

/** SQL for statements of other slices: `{id, name}` of the schedule in a column; null if the column is null. */
export const scheduleNamed = (column: string) =>
  sql<{
    id: number;
    name: string;
  } | null>`(SELECT jsonb_build_object('id', w.id, 'name', w.name) FROM schedule w WHERE w.id = ${sql.ref(column)})`;

/** Refuses a schedule that is not one of the company; null is none. */
export async function assertScheduleOf(tx: Tx, companyId: number, scheduleId: number | null): Promise<void> {
  if (scheduleId === null) return;
  const found = await tx
    .selectFrom('schedule')
    .select('id')
    .where('id', '=', scheduleId)
    .where('companyId', '=', companyId)
    .executeTakeFirst();
  if (!found) throw invalid('scheduleId', 'invalid');
}
