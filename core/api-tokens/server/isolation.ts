import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `INSERT INTO api_token (company_id, user_id, name, abilities, per_minute, token_hash, hint, expires_at)
       VALUES ($1, $2, 'Isolation', '{sample.device.read}', 60, sha256('isolation'), 'tion', now() + interval '1 day')
       RETURNING id AS "apiToken"`,
      [records.company, records.user],
    ),
  owners: [[/ \/api-token\/\{id\}/, ({ apiToken }) => ({ id: apiToken })]],
  listsOf: [[/^GET \/api-token$/, 'apiToken']],
  companyWide: [[/ \/api-token/, 'tokens are of a person, who sees them']],
};
