import type { Isolation, SampleRecords } from '#platform/server/isolation.ts';

/** Inserts a report with a run, of an app or of none. */
const reportOf = (app: string | null) => `
  WITH made AS (
    INSERT INTO report_definition (company_id, app, name, description, language, layout, period, structure_ids, sections, formats, wait_minutes, skip_if_empty, on_error, keep_days, state, owner_id)
    SELECT $1, ${app === null ? 'NULL' : `'${app}'`}, 'Isolation', '', 'en', '{"paper":"A4","landscape":false,"footerEn":"","footerAr":""}', '{"preset":"last-week"}', '{}', '[]', '{pdf}', 0, false, 'hold', 90, 'draft', $2
    RETURNING id, app, company_id, owner_id)
  INSERT INTO report_run (company_id, report_id, app, name, definition, cause, from_at, to_at, zone, user_id, languages, formats, state, scope)
  SELECT company_id, id, app, 'Isolation', '{}', 'hand', now() - interval '1 day', now(), 'UTC', owner_id, '{en}', '{pdf}', 'ready', '{}' FROM made
  RETURNING id AS "reportRun${app === null ? '' : ` ${app}`}", report_id AS "report${app === null ? '' : ` ${app}`}"`;

export const isolation: Isolation = {
  async records({ one, apps, records }) {
    const made: SampleRecords = await one(reportOf(null), [records.company, records.user]);
    for (const { id } of apps.filter(({ routes }) => routes.reportTemplate))
      Object.assign(made, await one(reportOf(id), [records.company, records.user]));
    return made;
  },
  companyWide: [
    [
      /((POST|PUT|DELETE) \/company\/\{companyId\}\/report| \/\w+(\/api)?\/report(-template)?(\/|$))/,
      'a report shows each reader what the reader may see, and a run to nobody who may not see all of it',
    ],
  ],
  rowsWithoutCompany: {
    'GET /company/{companyId}/report/people': 'people: checked by id',
  },
  listsOf: [[/\/report\/people$/, 'user']],
  owners: [
    [/ \/\w+(\/api)?\/report-template\/\{id\}/, (f, { id }) => ({ id: f[`report ${id}`] })],
    [/ \/\w+(\/api)?\/report\/\{id\}/, (f, { id }) => ({ id: f[`reportRun ${id}`] })],
    [/ \/company\/\{companyId\}\/report\/run\/\{id\}/, (f) => ({ companyId: f.company, id: f.reportRun })],
    [/ \/company\/\{companyId\}\/report\/\{id\}/, (f) => ({ companyId: f.company, id: f.report })],
    [/ \/company\/\{companyId\}\/report(\/widget|\/preview|\/people)?$/, (f) => ({ companyId: f.company })],
  ],
};
