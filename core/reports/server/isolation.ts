import type { Isolation } from '#platform/server/isolation.ts';

export const isolation: Isolation = {
  records: ({ one, records }) =>
    one(
      `WITH made AS (
         INSERT INTO report_definition (company_id, name, description, language, layout, period, structure_ids, sections, formats, wait_minutes, skip_if_empty, on_error, keep_days, state, owner_id)
         SELECT $1, 'Isolation', '', 'en', '{"paper":"A4","landscape":false,"footerEn":"","footerAr":""}', '{"preset":"last-week"}', '{}', '[]', '{pdf}', 0, false, 'hold', 90, 'draft', $2 RETURNING id, company_id, owner_id)
       INSERT INTO report_run (company_id, report_id, name, definition, cause, from_at, to_at, zone, user_id, languages, formats, state, scope)
       SELECT company_id, id, 'Isolation', '{}', 'hand', now() - interval '1 day', now(), 'UTC', owner_id, '{en}', '{pdf}', 'ready', '{}' FROM made RETURNING id AS "reportRun", report_id AS report`,
      [records.company, records.user],
    ),
  companyWide: [
    [
      /(POST|PUT|DELETE) \/company\/\{companyId\}\/report/,
      'a report shows each reader what the reader may see, and a run to nobody who may not see all of it',
    ],
  ],
  rowsWithoutCompany: {
    'GET /company/{companyId}/report/people': 'people: checked by id',
  },
  listsOf: [[/\/report\/people$/, 'user']],
  owners: [
    [/ \/company\/\{companyId\}\/report\/run\/\{id\}/, (f) => ({ companyId: f.company, id: f.reportRun })],
    [/ \/company\/\{companyId\}\/report\/\{id\}/, (f) => ({ companyId: f.company, id: f.report })],
    [/ \/company\/\{companyId\}\/report(\/widget|\/preview|\/people)?$/, (f) => ({ companyId: f.company })],
  ],
};
