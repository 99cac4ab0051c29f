import { type RawBuilder, sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { Report } from '../../common/report.ts';
import { isVisibleRun } from '../runs/run-scope.ts';

const administers = ({ session: { user } }: Actor) => user.isAdmin || user.adminType === 'Super Admin';

/** A condition on `t` (report): it is of no app, or of one that the company holds. */
export const ofHeldApp = ({ session }: Actor): RawBuilder<boolean> =>
  sql`(t.app IS NULL OR t.app = ANY (${[...session.apps]}::text[]))`;

/** A condition on `t` (report): it is of one of the apps, or has a section of one. */
export const concernsApp = (apps: readonly string[]): RawBuilder<boolean> =>
  sql`(t.app = ANY (${apps}::text[]) OR EXISTS (SELECT FROM jsonb_array_elements(t.sections) s WHERE s ->> 'app' = ANY (${apps}::text[])))`;

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

export async function reportRows(context: Reading, ids: readonly number[]): Promise<Report[]> {
  const { tx, actor } = context;
  const { rows } = await sql<Omit<Report, 'lastRun'>>`
    SELECT t.id, t.company_id, t.app, t.name, t.description, t.language, t.layout, t.period, t.structure_ids, t.sections, t.formats, t.schedule,
           t.wait_minutes, t.skip_if_empty, t.on_error, t.keep_days, t.state, t.paused_because, t.next_due_at, t.version, t.created_at,
           ${personNamed('t.owner_id')} AS owner, (t.owner_id = ${actor.session.user.id} OR ${administers(actor)}) AS may_change,
           (SELECT count(*)::integer FROM report_receptor r WHERE r.report_id = t.id) AS recipients
      FROM report_definition t WHERE t.id = ANY (${ids}::integer[]) AND ${ofHeldApp(actor)}`.execute(tx);
  const runs = await lastRuns(context, ids);
  return inOrder(
    ids,
    rows.map((row) => ({ ...row, lastRun: runs.get(row.id) ?? null })),
  );
}

/** The newest run of each report that the caller may see, by the id of the report. */
async function lastRuns({ tx, kit, actor }: Reading, ids: readonly number[]) {
  const { rows } = await sql<NonNullable<Report['lastRun']> & { reportId: number }>`
    SELECT d.id AS report_id, r.id, r.state, r.at FROM unnest(${ids}::integer[]) AS d (id)
     CROSS JOIN LATERAL (SELECT t.id, t.state, t.created_at AS at FROM report_run t WHERE t.report_id = d.id AND ${isVisibleRun(kit, actor)}
                          ORDER BY t.id DESC LIMIT 1) r`.execute(tx);
  return new Map(rows.map(({ reportId, ...run }) => [reportId, run]));
}

/** The report, which the caller may see. */
export async function oneReport(context: Reading, id: number): Promise<Report> {
  const [report] = await reportRows(context, [id]);
  if (!report) throw refuse(404, 'not-found');
  return report;
}

type AtAddress = Reading & { params: { companyId: number; id: number } };

/** The report of the address. Refuses with 404 one of another company or of an app that is not held. */
export async function reportOf(context: AtAddress): Promise<Report> {
  const { companyId, id } = context.params;
  readableCompany(context.actor, companyId);
  const report = await oneReport(context, id);
  if (report.companyId !== companyId) throw refuse(404, 'not-found');
  return report;
}

/** The same for a report of an app, of any company of the caller. */
export async function reportOfApp(context: Reading, { app, id }: { app: string; id: number }): Promise<Report> {
  const report = await oneReport(context, id);
  readableCompany(context.actor, report.companyId);
  if (report.app !== app) throw refuse(404, 'not-found');
  return report;
}

/**
 * Locks a report for a change and reads it: its owner may change it, and administrators may (403 `no-permission`). `read`
 * refuses the reports that are not meant.
 */
export async function lockedReport({ tx, actor }: Reading, id: number, read: () => Promise<Report>): Promise<Report> {
  await tx.selectFrom('reportDefinition').select('id').where('id', '=', id).forUpdate().execute();
  const report = await read();
  changeableCompany(actor, report.companyId);
  if (!report.mayChange) throw refuse(403, 'no-permission');
  return report;
}

export const reportToChange = (context: AtAddress): Promise<Report> =>
  lockedReport(context, context.params.id, () => reportOf(context));
