import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO notification_schedule (company_id, app, name, frequency, time, zone, active) VALUES ($1, 'alarms', 'Isolation', 'daily', '08:00', 'UTC', false) RETURNING id AS "mailPlan"`,
      [records.company],
    ),
  owners: [[/ \/notification-scheduler\/\{id\}/, (f) => ({ id: f.mailPlan })]],
};
