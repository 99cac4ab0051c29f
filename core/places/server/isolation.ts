import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `SELECT min(id) AS structure, (SELECT min(id) FROM floor WHERE company_id = $1) AS floor, (SELECT min(id) FROM space WHERE structure_id = (SELECT min(id) FROM structure WHERE company_id = $1)) AS space FROM structure WHERE company_id = $1`,
      [records.company],
    )),
    ...(await one(`INSERT INTO area (company_id, name) VALUES ($1, 'Isolation') RETURNING id AS area`, [
      records.company,
    ])),
    ...(await one(
      `INSERT INTO geofence (company_id, name, shape) VALUES ($1, 'Isolation', '{}') RETURNING id AS geofence`,
      [records.company],
    )),
  }),
  owners: [
    [/ \/geofence\/\{id\}/, (f) => ({ id: f.geofence })],
    [/ \/company\/\{companyId\}\/area/, (f) => ({ companyId: f.company, id: f.area })],
    [
      / \/company\/\{companyId\}\/structure/,
      (f) => ({ companyId: f.company, id: f.structure, floorId: f.floor, spaceId: f.space }),
    ],
  ],
  // Structures that the caller may see.
  ownOnly: ['GET /structure'],
};
