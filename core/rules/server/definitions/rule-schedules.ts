import { sql } from 'kysely';
import { followSchedule } from '#core/schedules/server/api.ts';
import type { WeekSchedule } from '#platform/common/time/week-schedule.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';

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

declare module '#platform/server/signals.ts' {
  interface Signals {
    /** Workers read the rules again. */
    'rules.changed': object;
  }
}

/** Makes workers read the rules again. */
export const publishRuleChange = ({ kit }: Pick<Emitting, 'kit'>): void => kit.signals.send('rules.changed', {});

/** Schedules a recheck, by the new hours of a schedule, of the devices whose rules follow it. */
export async function recheckRulesOf({ tx, actor }: Emitting, { id }: DomainEvents['schedule.changed']): Promise<void> {
  await bypassRls(tx, actor.scope, () =>
    sql`INSERT INTO alarm_judgement (rule_id) SELECT id FROM alarm_rule WHERE schedule_id = ${id}`.execute(tx),
  );
}

/** Listeners for schedules that rules follow. */
export const ruleSchedules = followSchedule({
  use: 'rules',
  table: 'alarm_rule',
  refusal: {
    word: 'schedule-used-by-rules',
    count: 'rules',
    further: async (tx, schedule) => {
      const kinds = await tx
        .selectFrom('alarmRule')
        .select('kind')
        .distinct()
        .where('scheduleId', '=', schedule)
        .execute();
      return { kinds: kinds.map(({ kind }) => kind) };
    },
  },
});
