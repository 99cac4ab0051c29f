import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO notice (user_id, kind, title_en, title_ar, path) VALUES ($1, 'order', 'Isolation', 'عزل', '/core') RETURNING id AS notice`,
      [records.user],
    ),
  owners: [[/ \/notice\/\{id\}/, (records) => ({ id: records.notice })]],
  rowsWithoutCompany: { 'GET /notice': 'they are of the caller' },
  ownAccount: [
    'GET /notice',
    'GET /notice/choice',
    'GET /notice/unread',
    'PATCH /notice/{id}',
    'POST /notice/read',
    'PUT /notice/choice',
  ],
  ownOnly: ['GET /notice', 'GET /notice/unread', 'POST /notice/read', 'GET /notice/choice', 'PUT /notice/choice'],
};
