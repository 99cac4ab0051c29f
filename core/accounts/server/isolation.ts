import type { Isolation, SharedSide } from '#platform/server/isolation.ts';

/** A company that sends a request to the owner, or receives one from it. Its own address leads to the request. */
const requestSide = (side: 'sender_id' | 'destination_id', other: 'sender_id' | 'destination_id'): SharedSide => {
  const between: SharedSide['begin'] = ({ one, records, companyId }) =>
    one(`UPDATE company_request SET ${other} = $2, ${side} = $3 WHERE id = $1 RETURNING id`, [
      records.askedForDevices,
      records.company,
      companyId,
    ]);
  return {
    table: 'company_request',
    side,
    caller: 'other@rasid.test',
    begin: between,
    end: (context) => between({ ...context, companyId: Number(context.records.integrator) }),
    record: ({ askedForDevices }) => askedForDevices,
    answers: [
      [
        /^GET \/company\/\{id\}\/request\/\{requestId\}/,
        ({ askedForDevices }, id) => ({ id, requestId: askedForDevices }),
      ],
    ],
  };
};

/** The other company of a contract. */
const contractSide = (side: 'provider_id' | 'client_id', other: 'provider_id' | 'client_id'): SharedSide => {
  const between: SharedSide['begin'] = ({ one, records, companyId }) =>
    one(`UPDATE company_relation SET ${other} = $2, ${side} = $3, status = 'engaged' WHERE id = $1 RETURNING id`, [
      records.relation,
      records.company,
      companyId,
    ]);
  return {
    table: 'company_relation',
    side,
    caller: 'other@rasid.test',
    begin: between,
    end: (context) => between({ ...context, companyId: Number(context.records.integrator) }),
    record: ({ relation }) => relation,
    answers: [[/^GET \/company\/\{id\}$/]],
  };
};

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
      `INSERT INTO retention_setting (company_id, app, name, days, legal_basis)
       SELECT company_id, 'accounts', 'links', 91, 'Isolation' FROM users WHERE email = 'customer@rasid.test' RETURNING id AS "retentionSetting"`,
    )),
    ...(await one(
      `INSERT INTO signed_link (company_id, app_id, kind, subject_type, subject_id, token_hash, until_at)
       SELECT company_id, 'accounts', 'none', 'users', id, '\\x01', now() + interval '1 day' FROM users WHERE email = 'customer@rasid.test'
       RETURNING id AS "signedLink"`,
    )),
    ...(await one(
      `WITH provider AS (INSERT INTO company (name, email, type) VALUES ('Isolation', 'isolation@integrator.test', 'Integrator') RETURNING id)
       INSERT INTO company_request (sender_id, destination_id, type, decided_elsewhere)
       SELECT u.company_id, provider.id, 'Device', true FROM users u, provider WHERE u.email = 'customer@rasid.test'
       RETURNING id AS "askedForDevices", destination_id AS integrator`,
    )),
    ...(await one(
      `INSERT INTO company_relation (provider_id, client_id, status)
       SELECT i.id, u.company_id, 'engaged' FROM users u, company i
        WHERE u.email = 'customer@rasid.test' AND i.email = 'isolation@integrator.test' RETURNING id AS relation`,
    )),
  }),
  owners: [
    [/ \/user\/push-device\/\{id\}/, (f) => ({ id: f.pushDevice })],
    [/ \/user\/session\/\{id\}/, (f) => ({ id: f.session })],
    [/ \/user\/\{id\}/, (f) => ({ id: f.user })],
    [/ \/platform\/user\/\{userId\}/, (f) => ({ userId: f.user })],
    [/ \/retention\/\{id\}/, (f) => ({ id: f.retentionSetting })],
    [/ \/signed-link\/\{id\}/, (f) => ({ id: f.signedLink })],
    [/ \/company\/\{id\}/, (f) => ({ id: f.company })],
  ],
  rowsWithoutCompany: {
    'GET /company': 'rows are companies: checked by id',
    'GET /user/session': 'the caller’s own sessions: checked in the tests of the slice',
    'GET /session-log':
      'an administrator’s own companies, else the caller’s own lines: checked in the tests of the slice',
  },
  listsOf: [[/^GET \/company$/, 'company']],
  sharedRows: [
    requestSide('sender_id', 'destination_id'),
    requestSide('destination_id', 'sender_id'),
    contractSide('provider_id', 'client_id'),
    contractSide('client_id', 'provider_id'),
  ],
  ownAccount: [
    'DELETE /user/parameter',
    'DELETE /user/push-device/{id}',
    'DELETE /user/session',
    'DELETE /user/session/{id}',
    'GET /events',
    'GET /session',
    'GET /session-log',
    'GET /user/parameter',
    'GET /user/push-device',
    'GET /user/push-key',
    'GET /user/session',
    'GET /user/tfa',
    'GET /user/{id}/info',
    'PATCH /user/tfa-switch',
    'PATCH /user/{id}/change-password',
    'PATCH /user/{id}/update',
    'POST /user/logout',
    'POST /user/parameter',
    'POST /user/proof',
    'POST /user/push-device',
    'POST /user/push-device/{id}/test',
    'POST /user/validate-phone',
    'POST /user/{id}/change-email',
    'POST /user/{id}/resend-phone-verification',
    'POST /user/{id}/verify-phone',
  ],
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
    'POST /user/proof',
    'POST /user/validate-phone',
  ],
};
