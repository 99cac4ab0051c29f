import { sql } from 'kysely';
import { personNamed, staffOf } from '#core/accounts/server/api.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import { type Context, companyOf, type Handlers } from '#platform/server/serve.ts';
import {
  type ReportTemplate,
  type reportTemplateRoutes,
  type TemplateFields,
  templateList,
} from '../../common/app-report.ts';
import type { Report, ReportFields } from '../../common/report.ts';
import { lockedReport, ofHeldApp, oneReport, reportOfApp, reportRows } from '../definitions/report-rows.ts';
import { insertReport, updateReport } from '../definitions/write-report.ts';
import { sectionKind } from '../section-kinds.ts';
import { layoutFor, onlySection, reportFrom, sectionOf, templateOf } from './template-report.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

async function templates(context: Reading, reports: readonly Report[]): Promise<ReportTemplate[]> {
  const ids = reports.map(({ id }) => id);
  const { rows } = await sql<{ reportId: number; people: ReportTemplate['recipients'] }>`
    SELECT r.report_id, jsonb_agg(${personNamed('r.user_id')} ORDER BY r.id) AS people
      FROM report_receptor r WHERE r.report_id = ANY (${ids}::integer[]) GROUP BY 1`.execute(context.tx);
  const people = new Map(rows.map((row) => [row.reportId, row.people]));
  return reports.map((report) => templateOf(report, people.get(report.id) ?? []));
}

async function template(context: Reading, id: number): Promise<ReportTemplate> {
  const [one] = await templates(context, [await oneReport(context, id)]);
  if (!one) throw refuse(404, 'not-found');
  return one;
}

/** Makes colleagues the recipients of a report; the others no longer are. 418 for somebody of another company. */
async function setRecipients({ tx, actor }: Context, reportId: number, recipients: readonly number[]): Promise<void> {
  const wanted = [...new Set(recipients)];
  const { rows: colleagues } = await sql<{ id: number }>`
    SELECT w.id FROM report_definition t CROSS JOIN unnest(${wanted}::integer[]) AS w (id)
     WHERE t.id = ${reportId} AND w.id IN ${staffOf('t.company_id')}`.execute(tx);
  if (colleagues.length < wanted.length) throw invalid('recipients', 'notAColleague');
  await sql`DELETE FROM report_receptor WHERE report_id = ${reportId} AND user_id <> ALL (${wanted}::integer[])`.execute(
    tx,
  );
  await sql`
    INSERT INTO report_receptor (report_id, company_id, user_id, added_by)
    SELECT t.id, t.company_id, w.id, ${actor.session.user.id} FROM report_definition t CROSS JOIN unnest(${wanted}::integer[]) AS w (id)
     WHERE t.id = ${reportId} ON CONFLICT DO NOTHING`.execute(tx);
}

/** The templates of an app, each of which is a report of the company. */
export function reportTemplateHandlers(app: string): Handlers<typeof reportTemplateRoutes> {
  const columnsOf = ({ kit }: Reading, kind: string) =>
    Object.keys(sectionKind(kit.apps, kind)?.spec.columns ?? {}).length;

  /** The fields of a report after a change of its template. */
  function changed(context: Context, before: Report, fields: Partial<TemplateFields>): Omit<ReportFields, 'app'> {
    const { kind, columns, params, recipients: _, ...others } = fields;
    const { name, description, language, layout, period, structureIds, sections, formats, schedule } = before;
    const { waitMinutes, skipIfEmpty, onError, keepDays } = before;
    const next = {
      ...{ name, description, language, layout, period, structureIds, sections, formats, schedule },
      ...{ waitMinutes, skipIfEmpty, onError, keepDays, active: before.state !== 'paused', ...others },
    };
    if (kind === undefined && columns === undefined && params === undefined) return next;
    const section = onlySection(before.sections);
    if (!section) throw refuse(409, 'report-has-sections');
    // The columns and parameters of another kind are its own.
    const own = kind === undefined || kind === section.kind ? section : { columns: [], params: {} };
    const content = {
      kind: kind ?? section.kind,
      columns: columns ?? own.columns,
      params: params ?? own.params,
    };
    return {
      ...next,
      sections: [{ ...section, ...sectionOf(app, content), titleEn: section.titleEn, titleAr: section.titleAr }],
      layout: {
        ...before.layout,
        landscape: layoutFor(content.columns.length || columnsOf(context, content.kind)).landscape,
      },
    };
  }

  return {
    async list(context) {
      const { tx, actor, list } = context;
      const { ids, totalRecords } = await findIds(tx, {
        table: 'report_definition',
        spec: templateList,
        query: list,
        scope: actor.scope,
        where: [sql`t.app = ${app}`, ofHeldApp(actor)],
      });
      return { data: await templates(context, await reportRows(context, ids)), totalRecords };
    },
    async create(context) {
      const { body: fields } = context;
      const id = await insertReport(context, {
        companyId: companyOf(context.actor),
        fields: reportFrom(app, fields, columnsOf(context, fields.kind)),
      });
      await setRecipients(context, id, fields.recipients);
      return template(context, id);
    },
    async get(context) {
      const { id } = await reportOfApp(context, { app, id: context.params.id });
      return template(context, id);
    },
    async update(context) {
      const { version, ...fields } = context.body;
      const { id } = context.params;
      const before = await lockedReport(context, id, () => reportOfApp(context, { app, id }));
      if (version !== undefined && before.version !== version) throw refuse(409, 'report-changed');
      await updateReport(context, before, changed(context, before, fields));
      if (fields.recipients) await setRecipients(context, id, fields.recipients);
      return template(context, id);
    },
    async remove(context) {
      const { id } = context.params;
      await lockedReport(context, id, () => reportOfApp(context, { app, id }));
      await context.tx.deleteFrom('reportDefinition').where('id', '=', id).execute();
      return null;
    },
  };
}
