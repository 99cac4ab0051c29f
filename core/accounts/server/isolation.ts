import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: async ({ one }) => ({
    ...(await one(`SELECT id AS user, company_id AS company FROM users WHERE email = 'customer@rasid.test'`)),
    ...(await one(
      `INSERT INTO session (user_id, expires_at) SELECT id, now() + interval '1 day' FROM users WHERE email = 'customer@rasid.test' RETURNING id AS session`,
    )),
    ...(await one(
      `INSERT INTO push_subscription (user_id, session_id, endpoint, p256dh, auth)
       SELECT user_id, s.id, 'https://push.example/isolation', 'key', 'auth' FROM session s JOIN users u ON u.id = s.user_id
        WHERE u.email = 'customer@rasid.test' LIMIT 1 RETURNING id AS "pushDevice"`,
    )),
    ...(await one(
      `WITH provider AS (INSERT INTO company (name, email, type) VALUES ('Isolation', 'isolation@integrator.test', 'Integrator') RETURNING id)
       INSERT INTO company_request (sender_id, destination_id, type, decided_elsewhere)
       SELECT u.company_id, provider.id, 'Device', true FROM users u, provider WHERE u.email = 'customer@rasid.test'
       RETURNING id AS "askedForDevices", destination_id AS integrator`,
    )),
  }),
  owners: [
    [/ \/user\/push-device\/\{id\}/, (f) => ({ id: f.pushDevice })],
    [/ \/user\/session\/\{id\}/, (f) => ({ id: f.session })],
    [/ \/user\/\{id\}/, (f) => ({ id: f.user })],
    [/ \/platform\/user\/\{userId\}/, (f) => ({ userId: f.user })],
    [/ \/company\/\{id\}/, (f) => ({ id: f.company })],
  ],
  rowsWithoutCompany: {
    'GET /company': 'rows are companies: checked by id',
    'GET /user/session': 'the caller’s own sessions: checked in the tests of the slice',
    'GET /session-log':
      'an administrator’s own companies, else the caller’s own lines: checked in the tests of the slice',
  },
  listsOf: [[/^GET \/company$/, 'company']],
  ownOnly: [
    'GET /user/push-device',
    'GET /user/push-key',
    'POST /user/push-device',
    'DELETE /user/parameter',
    'DELETE /user/session',
    'GET /events',
    'GET /search',
    'GET /session',
    'GET /session-log',
    'GET /user/parameter',
    'GET /user/session',
    'GET /user/tfa',
    'PATCH /user/tfa-switch',
    'POST /user/logout',
    'POST /user/parameter',
    'POST /user/validate-phone',
  ],
};
