import { sql } from 'kysely';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { maxReports, type Report, type ReportFields } from '../../common/report.ts';
import { nextReportDue } from '../../common/report-schedule.ts';
import { checkDefinition } from './check-definition.ts';

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

/** Checks and stores a report of the caller's, and returns its id. */
export async function insertReport(
  context: Context,
  { companyId, fields: body }: { companyId: number; fields: ReportFields },
): Promise<number> {
  const { tx, actor } = context;
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
  return id;
}

/** Checks and stores the fields of a report that the caller has locked. */
export async function updateReport(context: Context, before: Report, fields: Omit<ReportFields, 'app'>): Promise<void> {
  await checkDefinition(context, { ...fields, app: before.app }, before.sections);
  await assertNameFree(context, { ...before, name: fields.name });
  await context.tx
    .updateTable('reportDefinition')
    // What has paused it still does until somebody resumes it.
    .set({
      ...stored(fields),
      ...(fields.active ? {} : { pausedBecause: before.pausedBecause }),
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute();
}
