import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one, records }) => ({
    ...(await one(
      `WITH person AS (
         INSERT INTO users (company_id, email, first_name, last_name, role, kind, status, password_hash)
         VALUES ($1, 'isolation@guest.test', 'Isolated', 'Guest', 'Viewer', 'guest', 'inactive', '') RETURNING id, company_id)
       INSERT INTO user_app_role (user_id, company_id, app_id, role) SELECT id, company_id, 'rooms', 'lodger' FROM person
       RETURNING user_id AS guest`,
      [records.company],
    )),
  }),
  companyWide: [
    [/ \/rooms\/api\/guest\/\{id\}/, 'guests are of the company'],
  ],
  owners: [
    [/ \/\S+\/guest\/\{id\}/, (f) => ({ id: f.guest })],
    [/ \/\S+\/watch-alarm\/\{id\}/, (f) => ({ id: f['alarm rooms watch'] })],
  ],
  ownOnly: ['GET {api}/room/count'],
};
