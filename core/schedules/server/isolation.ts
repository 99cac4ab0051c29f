import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO schedule (company_id, name, time_zone, week) VALUES ($1, 'Isolation', 'UTC', '[]') RETURNING id AS schedule`,
      [records.company],
    ),
  companyWide: [[/GET \/\S*schedule\/\{id\}/, 'the hours of the company']],
  owners: [[/\/(company-)?schedule\/\{id\}/, (records) => ({ id: records.schedule })]],
};
