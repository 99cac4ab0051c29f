import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { sendFile } from '#platform/server/files/files.ts';
import { changeableCompany } from '#platform/server/http/company-access.ts';
import { findIds } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { ReportDocument } from '../../common/document.ts';
import { periodAt } from '../../common/report-period.ts';
import { type ReportRun, runList, type runRoutes } from '../../common/run.ts';
import { checkDefinition, definitionOf } from '../definitions/check-definition.ts';
import { reportOf } from '../definitions/report-rows.ts';
import { deliver } from '../delivery/deliver.ts';
import { publishRuns } from '../live-topics.ts';
import { type FileLanguage, requestRun } from './request-run.ts';
import { runOf, runRows } from './run-rows.ts';
import { isVisibleRun } from './run-scope.ts';

type Reading = Pick<Context, 'tx' | 'kit' | 'actor'>;

/** The same run that the caller has requested within a minute. */
async function sharedRun({ tx, actor }: Reading, of: { reportId: number; key: string }): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM report_run
     WHERE report_id = ${of.reportId} AND user_id = ${actor.session.user.id} AND cause = 'hand' AND created_at > now() - interval '1 minute'
       AND state IN ('queued', 'rendering', 'ready')
       AND jsonb_build_array(definition, to_jsonb(languages), to_jsonb(formats)) = ${of.key}::jsonb ORDER BY id DESC LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.id;
}

async function oneRun(context: Reading, id: number): Promise<ReportRun> {
  const [run] = await runRows(context, [id]);
  if (!run) throw refuse(404, 'not-found');
  return run;
}

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
    const { tx, kit, actor, body, locale, params, afterCommit } = context;
    const companyId = changeableCompany(actor, params.companyId);
    const report = await reportOf(context);
    if (report.sections.length === 0) throw refuse(409, 'report-is-empty');
    const narrowed = body.structureIds ?? report.structureIds;
    const isNarrower = report.structureIds.length === 0 || narrowed.every((id) => report.structureIds.includes(id));
    if (!isNarrower || (narrowed.length === 0 && report.structureIds.length > 0)) throw refuse(403, 'not-for-you');
    const definition = definitionOf({ ...report, period: body.period ?? report.period, structureIds: narrowed });
    await checkDefinition(context, definition, report.sections);
    const fixed = report.language === 'recipient' ? locale : report.language;
    const languages: FileLanguage[] = [body.language ?? fixed];
    const formats = body.formats ?? report.formats;
    const key = JSON.stringify([definition, languages, formats]);
    const shared = await sharedRun(context, { reportId: report.id, key });
    if (shared !== undefined) return { ...(await oneRun(context, shared)), isNew: false };
    const zone = await zoneOfCompany(tx, companyId);
    const id = await requestRun(tx, {
      companyId,
      reportId: report.id,
      definition,
      cause: 'hand',
      dueAt: null,
      period: periodAt(definition.period, new Date(), zone),
      zone,
      userId: actor.session.user.id,
      languages,
      formats,
      keepDays: report.keepDays,
    });
    if (id === null) throw new Error('a run by hand is not written twice');
    afterCommit(() => publishRuns(kit, companyId));
    return { ...(await oneRun(context, id)), isNew: true };
  },
  file: (context) =>
    sendFile(context, async (tx) => {
      const reading = { ...context, tx };
      const report = await reportOf(reading);
      const { query, params } = context;
      const id = query.run ?? (await newestRun(reading, report.id));
      const run = await runOf({ ...reading, params: { ...params, id } });
      if (run.reportId !== report.id) throw refuse(404, 'not-found');
      if (run.state === 'expired') throw refuse(410, 'expired');
      const ofFormat = run.files.filter(({ format }) => format === query.format);
      const file = ofFormat.find(({ language }) => query.language === undefined || language === query.language);
      if (!file && !['queued', 'rendering'].includes(run.state)) throw refuse(404, 'not-found');
      if (!file || file.bytes === null) throw refuse(409, 'not-ready', { state: run.state });
      const stored = await tx
        .selectFrom('reportFile')
        .select('fileId')
        .where('code', '=', file.code)
        .executeTakeFirstOrThrow();
      const day = run.to.slice(0, 10);
      return stored.fileId === null
        ? null
        : { fileId: stored.fileId, name: `${run.name}_${day}_${file.language}.${file.format}` };
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
};
