import type { Isolation } from '#platform/server/isolation.ts';

/** No company of the demo holds the app: here the company of the records does, with a device, and the stranger's does. */
export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `WITH held AS (INSERT INTO company_app (company_id, app_id)
                     SELECT company_id, 'depot' FROM users WHERE company_id = $1 OR email = 'other@rasid.test' GROUP BY 1)
       INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state)
       VALUES ($1, 'depot', 921, 92101, 'Isolation', '70B3D5F1DE00', $2, 'installed') RETURNING id AS "device depot"`,
      [records.company, records.structure],
    )),
    ...(await one(
      `INSERT INTO space (company_id, structure_id, name, kind) VALUES ($1, $2, 'Isolation', 'rack') RETURNING id AS rack`,
      [records.company, records.structure],
    )),
  }),
  companyWide: [[/ \/depot\/api\/rack-group\/\{id\}/, 'groups are of the company']],
  owners: [
    [/ \/depot\/api\/rack-group\/\{id\}/, (f) => ({ id: f['group depot rack'] })],
    [/ \/depot\/api\/rack\/\{id\}/, (f) => ({ id: f.rack })],
  ],
};
