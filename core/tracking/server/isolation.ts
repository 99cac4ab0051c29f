import type { Isolation } from '#platform/server/isolation.ts';

/** A person decides only about the devices that they wear themselves. */
export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH setting AS (INSERT INTO tracking_setting (company_id, stop_seconds) VALUES ($1, 240))
       INSERT INTO track_rebuild (company_id, user_id, made_from, devices, finished_at) VALUES ($1, $2, now(), 0, now()) RETURNING id AS "trackRebuild"`,
      [records.company, records.user],
    ),
  rowsWithoutCompany: { 'GET /own-tracking/look': 'the looks at the places of the caller, whoever has looked' },
  companyWide: [
    [/GET \/own-tracking/, 'what the caller wears'],
    [
      /GET \/tracking-setting/,
      'the limits of the company; rebuilds of devices that the caller may not see are left out',
    ],
  ],
  ownOnly: ['GET /own-tracking', 'GET /own-tracking/look'],
  owners: [[/ \/own-tracking\/\{id\}/, (records) => ({ id: records.device })]],
};
