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
    ...(await one(
      `INSERT INTO signed_link (company_id, app_id, kind, subject_type, subject_id, token_hash, until_at)
       VALUES ($1, 'rooms', 'pass', 'room', 7, '\\x00', now() + interval '1 day') RETURNING id AS link`,
      [records.company],
    )),
  }),
  companyWide: [
    [/ \/rooms\/api\/guest\/\{id\}/, 'guests are of the company'],
    [/ \/rooms\/api\/room\/(link\/)?\{id\}/, 'links are of the company'],
  ],
  shared: {
    'POST /rooms/api/room/{id}/link': 'rooms are numbers: the link is one of the caller’s company',
    'DELETE /rooms/api/room/{id}/link': 'rooms are numbers: only links of the caller’s company end',
  },
  owners: [
    [/ \/rooms\/api\/room\/link\/\{id\}/, (f) => ({ id: f.link })],
    [/ \/\S+\/guest\/\{id\}/, (f) => ({ id: f.guest })],
    [/ \/\S+\/(cell|space)\/\{id\}/, (f) => ({ id: f.space })],
    [/ \/\S+\/building\/\{id\}/, (f) => ({ id: f.structure })],
    [/ \/\S+\/geo-fence\/\{id\}/, (f) => ({ id: f.geofence })],
    [/ \/\S+\/watch-alarm\/\{id\}/, (f) => ({ id: f['alarm rooms watch'] })],
  ],
  ownOnly: ['GET {api}/room/count'],
};
