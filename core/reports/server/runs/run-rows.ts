import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { readableCompany } from '#platform/server/http/company-access.ts';
import { inCompanies, inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ReportRun } from '../../common/run.ts';
import { isVisibleRun } from './run-scope.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** The runs that the caller may see among these. */
export async function runRows({ tx, kit, actor }: Reading, ids: readonly number[]): Promise<ReportRun[]> {
  const { rows } = await sql<ReportRun>`
    SELECT t.id, t.company_id, t.report_id, t.app, t.name, t.cause, t.state, t.due_at, t.from_at AS "from", t.to_at AS "to", t.zone, ${personNamed('t.user_id')} AS "by",
           t.faults, t.row_count, t.attempts, t.error, t.created_at, t.ended_at, t.expires_at,
           CASE WHEN t.state = 'queued' AND t.work_at > now() THEN t.work_at END AS waits_until,
           CASE WHEN t.state = 'queued' THEN (
             SELECT count(*)::integer FROM report_run o
              WHERE o.state = 'queued' AND (o.cause <> 'hand', o.work_at, o.id) < (t.cause <> 'hand', t.work_at, t.id) AND o.work_at <= now()) END AS ahead,
           coalesce((SELECT jsonb_agg(jsonb_build_object('language', f.language, 'format', f.format, 'bytes', f.bytes, 'sha256', f.sha256, 'code', f.code) ORDER BY f.id)
              FROM report_file f WHERE f.run_id = t.id), '[]') AS files,
           coalesce((SELECT jsonb_agg(jsonb_build_object('user', ${personNamed('d.user_id')}, 'state', d.state, 'reason', d.reason, 'mode', d.mode, 'sentBy', ${personNamed('d.sent_by')}, 'at', d.created_at) ORDER BY d.id)
              FROM report_delivery d WHERE d.run_id = t.id), '[]') AS deliveries
      FROM report_run t WHERE t.id = ANY (${ids}::integer[]) AND ${isVisibleRun(kit, actor)}`.execute(tx);
  return inOrder(ids, rows);
}

/** The run, which the caller may see. */
export async function oneRun(context: Reading, id: number): Promise<ReportRun> {
  const [run] = await runRows(context, [id]);
  if (!run) throw refuse(404, 'not-found');
  return run;
}

type AtAddress = Reading & { params: { companyId: number; id: number } };

/** The run of the address. 404 for one of another company, 403 `not-for-you` for one that shows more than the caller may see. */
export async function runOf(context: AtAddress): Promise<ReportRun> {
  const { companyId, id } = context.params;
  readableCompany(context.actor, companyId);
  const { rows } = await sql`SELECT FROM report_run WHERE id = ${id} AND company_id = ${companyId}`.execute(context.tx);
  return seenRun(context, id, rows.length > 0);
}

/** The same for a run of an app, of any company of the caller. */
export async function runOfApp(context: Reading, { app, id }: { app: string; id: number }): Promise<ReportRun> {
  const { rows } = await sql`
    SELECT FROM report_run t WHERE id = ${id} AND app = ${app} AND ${inCompanies(context.actor.scope, 'company_id')}`.execute(
    context.tx,
  );
  return seenRun(context, id, rows.length > 0);
}

async function seenRun(context: Reading, id: number, exists: boolean): Promise<ReportRun> {
  if (!exists) throw refuse(404, 'not-found');
  const [run] = await runRows(context, [id]);
  if (!run) throw refuse(403, 'not-for-you');
  return run;
}
