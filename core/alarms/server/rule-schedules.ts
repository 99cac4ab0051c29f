import { sql } from 'kysely';
import type { WeekSchedule } from '#platform/common/week-schedule.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { refuse } from '#platform/server/refuse.ts';

export type NamedSchedule = { id: number; hours: WeekSchedule };

/** Rules with the hours of the schedules that they name. One whose schedule is gone is itself being deleted. */
export const withHours = <Of extends { scheduleId: number | null; schedule: WeekSchedule | null }>(
  rules: readonly Of[],
  named: ReadonlyMap<number, WeekSchedule>,
): Of[] =>
  rules.flatMap((rule) => {
    if (rule.scheduleId === null) return [rule];
    const schedule = named.get(rule.scheduleId);
    return schedule ? [{ ...rule, schedule }] : [];
  });

/** Workers read the rules anew when something is published here. */
export const changedRules = 'rules';

/** Rules watch by the new hours of their schedule at once. */
export const readRulesAgain = ({ kit }: Pick<Emitting, 'kit'>): void =>
  kit.live.publish({ topic: changedRules, type: 'changed', companyId: null, data: {} });

/** A schedule that rules name stays. */
export async function keepUsedSchedule({ tx }: Emitting, { id }: DomainEvents['schedule.removed']): Promise<void> {
  const found = await sql<{ kind: string }>`SELECT kind FROM alarm_rule WHERE schedule_id = ${id}`.execute(tx);
  const kinds = [...new Set(found.rows.map(({ kind }) => kind))];
  if (kinds.length > 0) throw refuse(409, 'schedule-used-by-rules', { rules: found.rows.length, kinds }, '01110409');
}
