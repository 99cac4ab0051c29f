import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `INSERT INTO codec (company_id, name, description) VALUES ($1, 'Isolation', '') RETURNING id AS codec`,
      [records.company],
    )),
    ...(await one(
      `INSERT INTO connector (company_id, kind, name, key, enabled, networks, rate, auto_create, allow_simulated, profiles, mapping, pointers)
       VALUES ($1, 'http', 'Isolation', 'isolation', true, '{}', 200, 'off', false, '[]', '[]', '{}') RETURNING id AS connector`,
      [records.company],
    )),
  }),
  owners: [
    [/ \/codec\/\{id\}/, (records) => ({ id: records.codec })],
    [/ \/device\/\{id\}\/connector/, (records) => ({ id: records.device })],
    [/ \/connector\/\{id\}/, (records) => ({ id: records.connector })],
    [/ \/connector-alarm\/\{id\}/, (records) => ({ id: records['alarm integrations connector'] })],
    [/ \/notifications-group\/\{id\}/, (records) => ({ id: records['notificationGroup integrations'] })],
  ],
};
