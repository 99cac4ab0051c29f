import { sql } from 'kysely';
import { companyZoneSql, demoCompanies } from '#core/accounts/server/api.ts';
import { type DaySchedule, type Holiday, type Weekday, weekdays } from '#platform/common/time/week-schedule.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';

const dayOff: readonly Weekday[] = ['Friday', 'Saturday'];
const week: DaySchedule[] = weekdays.map((name) => ({
  name,
  periods: dayOff.includes(name) ? [] : [{ start: '08:00', end: '17:00' }],
}));

const newYear = (year: number): Holiday => ({
  date: `${year}-01-01`,
  name: { en: 'New Year’s Day', ar: 'رأس السنة الميلادية' },
  expected: false,
  periods: [],
});

/** Demo companies with Arabic data. */
const arabicCompanies = ['wadi', 'aman'];

/** One schedule of working hours for each demo company. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const year = new Date().getFullYear();
    const holidays = [newYear(year), newYear(year + 1)];
    for (const [key, companyId] of Object.entries(await demoCompanies(tx)))
      await addDemoSchedule(
        tx,
        companyId,
        arabicCompanies.includes(key) ? 'ساعات العمل' : 'Working hours',
        week,
        holidays,
      );
  });

/** Adds a schedule in the time zone of the company, and returns its id. */
export async function addDemoSchedule(
  tx: Tx,
  companyId: number,
  name: string,
  week: readonly DaySchedule[],
  holidays: readonly Holiday[] = [],
): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO schedule (company_id, name, time_zone, week, holidays)
    SELECT company.id, ${name}, ${companyZoneSql('company.id')}, ${JSON.stringify(week)}, ${JSON.stringify(holidays)}
      FROM (SELECT ${companyId}::integer AS id) company RETURNING id`.execute(tx);
  return rows[0]?.id ?? 0;
}
