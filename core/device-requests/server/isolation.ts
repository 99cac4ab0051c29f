import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH made AS (INSERT INTO device_request (company_id, integrator_id, request_id) VALUES ($1, $2, $3) RETURNING id, uuid),
            line AS (INSERT INTO device_request_line (request_id, product_id, position, qty) SELECT made.id, $4, 1, 1 FROM made)
       SELECT uuid AS "deviceRequest" FROM made`,
      [records.company, records.integrator, records.askedForDevices, records.product],
    ),
  owners: [[/ \/device-request\/\{uuid\}/, (records) => ({ uuid: records.deviceRequest })]],
};
