import { sql } from 'kysely';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';

export type NamedSchedule = { id: number; hours: WeekSchedule };

/** Adds the hours of their schedules to rules. A rule whose schedule is missing is being deleted and is left out. */
export const withHours = <WithSchedule extends { scheduleId: number | null; schedule: WeekSchedule | null }>(
  rules: readonly WithSchedule[],
  schedules: ReadonlyMap<number, WeekSchedule>,
): WithSchedule[] =>
  rules.flatMap((rule) => {
    if (rule.scheduleId === null) return [rule];
    const schedule = schedules.get(rule.scheduleId);
    return schedule ? [{ ...rule, schedule }] : [];
  });

/** Workers read the rules again when something is published on this topic. */
export const changedRules = 'rules';

/** Makes workers read the rules again after a schedule has changed. */
export const publishRuleChange = ({ kit }: Pick<Emitting, 'kit'>): void =>
  kit.live.publish({ topic: changedRules, type: 'changed', companyId: null, data: {} });

/** Schedules a recheck, by the new hours of a schedule, of the devices whose rules follow it. */
export async function recheckRulesOf({ tx, actor }: Emitting, { id }: DomainEvents['schedule.changed']): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO alarm_judgement (rule_id) SELECT id FROM alarm_rule WHERE schedule_id = ${id}`.execute(tx),
  );
}

/** Adds how many rules follow schedules. */
export async function countRulesOfSchedules(
  { tx }: Emitting,
  { add }: DomainEvents['schedule.counted'],
): Promise<void> {
  const { rows } = await sql<{ scheduleId: number; count: number }>`
    SELECT schedule_id, count(*)::integer AS count FROM alarm_rule WHERE schedule_id IS NOT NULL GROUP BY 1`.execute(
    tx,
  );
  add('rules', rows);
}

/** Refuses with 409 to delete a schedule that rules refer to. */
export async function refuseScheduleOfRules({ tx }: Emitting, { id }: DomainEvents['schedule.removed']): Promise<void> {
  const rules = await tx.selectFrom('alarmRule').select('kind').where('scheduleId', '=', id).execute();
  const kinds = [...new Set(rules.map(({ kind }) => kind))];
  if (kinds.length > 0) throw refuse(409, 'schedule-used-by-rules', { rules: rules.length, kinds }, '01110409');
}
