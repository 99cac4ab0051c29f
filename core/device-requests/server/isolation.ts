import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH made AS (INSERT INTO device_request (company_id, integrator_id, request_id) VALUES ($1, $2, $3) RETURNING id, uuid),
            line AS (INSERT INTO device_request_line (request_id, product_id, position, qty) SELECT made.id, $4, 1, 1 FROM made)
       SELECT id AS "deviceRequestId", uuid AS "deviceRequest" FROM made`,
      [records.company, records.integrator, records.askedForDevices, records.product],
    ),
  owners: [[/ \/device-request\/\{uuid\}/, (records) => ({ uuid: records.deviceRequest })]],
  sharedRows: [
    {
      table: 'device_request',
      side: 'integrator_id',
      caller: 'integrator@rasid.test',
      async begin({ one, records, companyId }) {
        await one(`UPDATE device_request SET integrator_id = $2, state = 'pending' WHERE id = $1 RETURNING id`, [
          records.deviceRequestId,
          companyId,
        ]);
      },
      end: 'contract',
      record: ({ deviceRequestId }) => deviceRequestId,
      parts: { device_request_line: 'request_id' },
      answers: [[/ \/device-request\/\{uuid\}/]],
    },
  ],
};
