import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO dead_letter (device_id, company_id, topic, payload, size, reasons)
       VALUES ($2, $1, 't', '{}', 2, '[]') RETURNING id AS "deadLetter"`,
      [records.company, records.device],
    ),
  owners: [[/ \/telemetry\/dead-letter\/\{id\}/, (f) => ({ id: f.deadLetter })]],
};
