import { sql } from 'kysely';
import { sendFile } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { ReportDocument } from '../../common/document.ts';
import { type ReportRun, runList, type runRoutes } from '../../common/run.ts';
import { reportOf } from '../definitions/report-rows.ts';
import { deliver } from '../delivery/deliver.ts';
import { publishRuns } from '../live-topics.ts';
import { runReport } from './run-by-hand.ts';
import { fileOfRun } from './run-files.ts';
import { oneRun, runOf, runRows } from './run-rows.ts';
import { isVisibleRun } from './run-scope.ts';
import { sendRun } from './send-run.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** The newest run of a report with files that the caller may see; otherwise says why there is none. */
async function newestRun({ tx, kit, actor }: Reading, reportId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    SELECT t.id FROM report_run t WHERE t.report_id = ${reportId} AND t.state IN ('ready', 'sent', 'held') AND ${isVisibleRun(kit, actor)}
     ORDER BY t.id DESC LIMIT 1`.execute(tx);
  const [run] = rows;
  if (!run) throw refuse(404, 'not-found');
  return run.id;
}

async function toEnd(context: Reading & { params: { companyId: number; id: number } }, state: ReportRun['state']) {
  changeableCompany(context.actor, context.params.companyId);
  await sql`SELECT FROM report_run WHERE id = ${context.params.id} FOR UPDATE`.execute(context.tx);
  const run = await runOf(context);
  if (run.state !== state) throw refuse(409, 'run-has-changed');
  return run;
}

export const runHandlers: Handlers<typeof runRoutes> = {
  async generate(context) {
    const { actor, body, params } = context;
    const companyId = changeableCompany(actor, params.companyId);
    return runReport(context, { companyId, report: await reportOf(context), asked: body });
  },
  file: (context) =>
    sendFile(context, async (tx) => {
      const reading = { ...context, tx };
      const report = await reportOf(reading);
      const { query, params } = context;
      const id = query.run ?? (await newestRun(reading, report.id));
      const run = await runOf({ ...reading, params: { ...params, id } });
      if (run.reportId !== report.id) throw refuse(404, 'not-found');
      return fileOfRun(reading, run, query);
    }),
  download: (context) =>
    sendFile(context, async (tx) => {
      const reading = { ...context, tx };
      return fileOfRun(reading, await runOf(reading), context.query);
    }),
  async list(context) {
    const { tx, kit, actor, list } = context;
    const report = await reportOf(context);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'report_run',
      spec: runList,
      query: list,
      scope: { ...actor.scope, companies: [report.companyId] },
      where: [sql`t.report_id = ${report.id}`, isVisibleRun(kit, actor)],
    });
    return { data: await runRows(context, ids), totalRecords };
  },
  get: (context) => runOf(context),
  async document(context) {
    const { id } = await runOf(context);
    const { rows } = await sql<{ document: ReportDocument | null }>`
      SELECT document FROM report_run WHERE id = ${id}`.execute(context.tx);
    const document = rows[0]?.document;
    if (!document) throw refuse(409, 'not-ready');
    return document;
  },
  async cancel(context) {
    const { tx, kit, afterCommit } = context;
    const run = await toEnd(context, 'queued');
    await sql`UPDATE report_run SET state = 'cancelled', work_at = NULL, ended_at = now() WHERE id = ${run.id}`.execute(
      tx,
    );
    afterCommit(() => publishRuns(kit, context.params.companyId));
    return oneRun(context, run.id);
  },
  async release(context) {
    const { tx, kit, afterCommit } = context;
    const run = await toEnd(context, 'held');
    await sql`UPDATE report_run SET state = 'ready' WHERE id = ${run.id}`.execute(tx);
    await deliver(context, run.id);
    afterCommit(() => publishRuns(kit, context.params.companyId));
    return oneRun(context, run.id);
  },
  async send(context) {
    changeableCompany(context.actor, context.params.companyId);
    return sendRun(context, await runOf(context), context.body.userIds);
  },
};
