import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO cold_excursion (company_id, device_id, started_at, known_until, peak, degree_minutes)
       VALUES ($1, $2, now(), now(), 9, 1) RETURNING id AS "coldExcursion"`,
      [records.company, records.device],
    ),
  owners: [
    [
      /\/cold-excursion\/\{excursionId\}/,
      (f) => ({ id: f['device metrowatch'] ?? f.device, excursionId: f.coldExcursion }),
    ],
  ],
};
