import { sql } from 'kysely';
import { staffOf } from '#core/accounts/server/api.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { ReportRun } from '../../common/run.ts';
import { sendTo } from '../delivery/deliver.ts';
import { publishRuns } from '../live-topics.ts';
import { assertReady } from './run-files.ts';
import { oneRun } from './run-rows.ts';

/** Sends a run to colleagues in the caller's name. 418 if one of them is not of the company. */
export async function sendRun(
  context: Context,
  { id, companyId }: ReportRun,
  userIds: readonly number[],
): Promise<ReportRun> {
  const { tx, kit, actor, afterCommit } = context;
  // Two people who send it at once do so one after the other.
  await sql`SELECT FROM report_run WHERE id = ${id} FOR UPDATE`.execute(tx);
  const before = await oneRun(context, id);
  assertReady(before);
  const wanted = [...new Set(userIds)];
  const { rows: colleagues } = await sql<{ id: number }>`
    SELECT w.id FROM report_run t CROSS JOIN unnest(${wanted}::integer[]) AS w (id)
     WHERE t.id = ${id} AND w.id IN ${staffOf('t.company_id')}`.execute(tx);
  if (colleagues.length < wanted.length) throw invalid('userIds', 'notAColleague');
  const receivers = wanted.map((userId) => ({ userId, state: 'active' as const }));
  await sendTo(context, id, { receivers, sentBy: actor.session.user.id });
  // A run on hold stays so: it has not been sent to the recipients of its report.
  if (before.state === 'held') await sql`UPDATE report_run SET state = 'held' WHERE id = ${id}`.execute(tx);
  afterCommit(() => publishRuns(kit, companyId));
  return oneRun(context, id);
}
