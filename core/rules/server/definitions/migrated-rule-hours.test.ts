import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Rasid, rasid } from '#main/testing.ts';
import { isOpen, type WeekSchedule, weekSchedule } from '#platform/common/time/week-schedule.ts';

let app: Rasid;
beforeAll(async () => {
  app = await rasid();
});
afterAll(() => app.close());

type FormerHours = { days: number[]; from: string; to: string; timeZone: string };

/** Whether a rule was active under its hours before week schedules: a `to` that is not later is on the next day. */
function wasOpen({ days, from, to }: FormerHours, at: Date): boolean {
  const [day, now] = [at.getUTCDay(), at.toISOString().slice(11, 16)];
  if (from < to) return days.includes(day) && now >= from && now < to;
  return (days.includes(day) && now >= from) || (days.includes((day + 6) % 7) && now < to);
}

const everyDay = [0, 1, 2, 3, 4, 5, 6];
const former: FormerHours[] = [
  { days: [0, 1, 2, 3, 4], from: '08:00', to: '17:00', timeZone: 'UTC' },
  { days: [5], from: '22:00', to: '06:00', timeZone: 'UTC' },
  { days: everyDay, from: '22:00', to: '06:00', timeZone: 'UTC' },
  { days: everyDay, from: '00:00', to: '00:00', timeZone: 'UTC' },
  { days: [1, 2], from: '09:30', to: '09:30', timeZone: 'UTC' },
  { days: [6], from: '18:00', to: '00:00', timeZone: 'UTC' },
];

test('the migration to week schedules keeps the hours of a rule to the minute', async () => {
  const { pool } = app.kit;
  const inserted = await Promise.all(
    former.map((hours) =>
      pool.query<{ id: number }>(
        `INSERT INTO alarm_rule (company_id, app, class, kind, name, levels, schedule)
         SELECT min(id), 'sample', 'operational', 'former', 'Former', '[]', $1 FROM company RETURNING id`,
        [JSON.stringify(hours)],
      ),
    ),
  );
  const migration = readFileSync(
    new URL('../../../alarms/server/migrations/0021_week_schedules.sql', import.meta.url),
    'utf8',
  );
  await pool.query(`BEGIN; ${migration.slice(migration.indexOf('SET LOCAL ROLE'))} COMMIT`);
  const monday = Date.parse('2026-05-04T00:00:00Z');
  for (const [at, hours] of former.entries()) {
    const rules = await pool.query<{ schedule: WeekSchedule }>('SELECT schedule FROM alarm_rule WHERE id = $1', [
      inserted[at]?.rows[0]?.id,
    ]);
    const schedule = rules.rows[0]?.schedule as WeekSchedule;
    expect(weekSchedule.safeParse(schedule).error).toBeUndefined();
    for (let minute = 0; minute < 7 * 1440; minute++) {
      const instant = new Date(monday + minute * 60_000);
      if (isOpen(schedule, instant.getTime()) !== wasOpen(hours, instant))
        throw new Error(`${JSON.stringify(hours)} at ${instant.toISOString()}`);
    }
  }
});
