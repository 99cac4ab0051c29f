import { type RawBuilder, sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { changeableCompany, readableCompany } from '#platform/server/http/company-access.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { Report } from '../../common/report.ts';

const administers = ({ session: { user } }: Actor) => user.isAdmin || user.adminType === 'Super Admin';

/** A condition on `t` (report): it is of no app, or of one that the company holds. */
export const ofHeldApp = ({ session }: Actor): RawBuilder<boolean> =>
  sql`(t.app IS NULL OR t.app = ANY (${[...session.apps]}::text[]))`;

export async function reportRows(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  ids: readonly number[],
): Promise<Report[]> {
  const { rows } = await sql<Report>`
    SELECT t.id, t.company_id, t.app, t.name, t.description, t.language, t.layout, t.period, t.structure_ids, t.sections, t.formats, t.schedule,
           t.wait_minutes, t.skip_if_empty, t.on_error, t.keep_days, t.state, t.paused_because, t.next_due_at, t.version, t.created_at,
           ${personNamed('t.owner_id')} AS owner, (t.owner_id = ${actor.session.user.id} OR ${administers(actor)}) AS may_change,
           (SELECT count(*)::integer FROM report_receptor r WHERE r.report_id = t.id) AS recipients
      FROM report_definition t WHERE t.id = ANY (${ids}::integer[]) AND ${ofHeldApp(actor)}`.execute(tx);
  return inOrder(ids, rows);
}

type Reading = Pick<Context, 'tx' | 'actor'> & { params: { companyId: number; id: number } };

/** The report of the address. Refuses with 404 one of another company or of an app that is not held. */
export async function reportOf(context: Reading): Promise<Report> {
  const { companyId, id } = context.params;
  readableCompany(context.actor, companyId);
  const [report] = await reportRows(context, [id]);
  if (report?.companyId !== companyId) throw refuse(404, 'not-found');
  return report;
}

/** The same for a change: its owner may change it, and administrators may. Locks it. */
export async function reportToChange(context: Reading): Promise<Report> {
  changeableCompany(context.actor, context.params.companyId);
  await lockReport(context.tx, context.params.id);
  const report = await reportOf(context);
  if (!report.mayChange) throw refuse(403, 'no-permission');
  return report;
}

const lockReport = (tx: Tx, id: number) =>
  tx.selectFrom('reportDefinition').select('id').where('id', '=', id).forUpdate().execute();
