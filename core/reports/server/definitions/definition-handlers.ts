import { sql } from 'kysely';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { changesOf } from '#platform/server/records/history.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { type definitionRoutes, maxReports, type Report, type ReportFields, reportList } from '../../common/report.ts';
import { nextReportDue } from '../../common/report-schedule.ts';
import { checkDefinition } from './check-definition.ts';
import { concernsApp, ofHeldApp, reportOf, reportRows, reportToChange } from './report-rows.ts';

/** What is stored of the fields of a report. */
function stored({ active, sections, schedule, layout, period, ...fields }: Omit<ReportFields, 'app'>) {
  // Without a section there is nothing to run.
  const state = sections.length === 0 ? ('draft' as const) : active ? ('active' as const) : ('paused' as const);
  const due = schedule && state === 'active' ? nextReportDue(schedule, new Date()) : null;
  return {
    ...fields,
    sections: JSON.stringify(sections),
    schedule: schedule && JSON.stringify(schedule),
    layout: JSON.stringify(layout),
    period: JSON.stringify(period),
    state,
    pausedBecause: null,
    failedRuns: 0,
    nextDueAt: due?.toISOString() ?? null,
  };
}

async function assertRoom({ tx }: Pick<Context, 'tx'>, companyId: number): Promise<void> {
  // Two requests at once would both find room for the last one.
  await sql`SELECT pg_advisory_xact_lock(hashtext('report'), ${companyId})`.execute(tx);
  const found = await sql<{
    n: number;
  }>`SELECT count(*)::integer AS n FROM report_definition WHERE company_id = ${companyId}`.execute(tx);
  if ((found.rows[0]?.n ?? 0) >= maxReports) throw refuse(409, 'too-many-reports', { most: maxReports });
}

async function assertNameFree(
  { tx }: Pick<Context, 'tx'>,
  { companyId, app, name, id }: { companyId: number; app: string | null; name: string; id?: number },
): Promise<void> {
  const taken = await tx
    .selectFrom('reportDefinition')
    .select('id')
    .where('companyId', '=', companyId)
    .where('app', 'is not distinct from', app)
    .where('name', '=', name)
    .$if(id !== undefined, (query) => query.where('id', '!=', id ?? 0))
    .executeTakeFirst();
  if (taken) throw invalid('name', 'taken');
}

export const definitionHandlers: Handlers<typeof definitionRoutes> = {
  async list(context) {
    const { tx, actor, list, params } = context;
    const { app: apps, ...filters } = list.filters;
    const { ids, totalRecords } = await findIds(tx, {
      table: 'report_definition',
      spec: reportList,
      query: { ...list, filters },
      scope: { ...actor.scope, companies: [readableCompany(actor, params.companyId)] },
      where: [ofHeldApp(actor), ...(apps ? [concernsApp(apps)] : [])],
    });
    return { data: await reportRows(context, ids), totalRecords };
  },
  get: (context) => reportOf(context),
  async create(context) {
    const { tx, actor, body, params } = context;
    const companyId = changeableCompany(actor, params.companyId);
    if (body.app !== null && !actor.session.apps.includes(body.app)) throw refuse(403, 'app-not-held');
    await checkDefinition(context, body, []);
    await assertRoom(context, companyId);
    await assertNameFree(context, { companyId, app: body.app, name: body.name });
    const { app, ...fields } = body;
    const { id } = await tx
      .insertInto('reportDefinition')
      .values({ ...stored(fields), companyId, app, ownerId: actor.session.user.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    return oneReport(context, id);
  },
  async replace(context) {
    const { tx, body } = context;
    const before = await reportToChange(context);
    const { version, ...fields } = body;
    if (before.version !== version) throw refuse(409, 'report-changed');
    await checkDefinition(context, { ...fields, app: before.app }, before.sections);
    await assertNameFree(context, { ...before, name: fields.name });
    await tx
      .updateTable('reportDefinition')
      .set({ ...stored(fields), version: version + 1 })
      .where('id', '=', before.id)
      .execute();
    return oneReport(context, before.id);
  },
  async remove(context) {
    const { id } = await reportToChange(context);
    await context.tx.deleteFrom('reportDefinition').where('id', '=', id).execute();
    return null;
  },
  async history(context) {
    const { id, companyId } = await reportOf(context);
    return changesOf(context, { table: 'report_definition', id, companyId });
  },
};

async function oneReport(context: Pick<Context, 'tx' | 'kit' | 'actor'>, id: number): Promise<Report> {
  const [report] = await reportRows(context, [id]);
  if (!report) throw refuse(404, 'not-found');
  return report;
}
