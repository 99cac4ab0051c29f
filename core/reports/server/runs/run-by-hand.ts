import { sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import type { Report, ReportDefinition, ReportFormat } from '../../common/report.ts';
import { periodAt, type ReportPeriod } from '../../common/report-period.ts';
import type { ReportRun } from '../../common/run.ts';
import { checkDefinition, definitionOf } from '../definitions/check-definition.ts';
import { publishRuns } from '../live-topics.ts';
import { type FileLanguage, requestRun } from './request-run.ts';
import { oneRun } from './run-rows.ts';

type Requested = {
  companyId: number;
  /** Null for a kind of section that is run without a report. */
  reportId: number | null;
  definition: ReportDefinition;
  languages: readonly FileLanguage[];
  formats: readonly ReportFormat[];
  keepDays: number;
};

/** The sites of a run, which may be fewer than those of its report, never others: 403 `not-for-you`. */
function narrowedTo(asked: readonly number[] | undefined, ofReport: readonly number[]): number[] {
  const narrowed = [...(asked ?? ofReport)];
  const isNarrower = ofReport.length === 0 || (narrowed.length > 0 && narrowed.every((id) => ofReport.includes(id)));
  if (!isNarrower) throw refuse(403, 'not-for-you');
  return narrowed;
}

type Asked = {
  period?: ReportPeriod | undefined;
  structureIds?: number[] | undefined;
  language?: FileLanguage | undefined;
  formats?: ReportFormat[] | undefined;
};

/** Runs a report in the caller's name with what is asked in place of what it states. 409 `report-is-empty`. */
export async function runReport(
  context: Context,
  { companyId, report, asked }: { companyId: number; report: Report; asked: Asked },
): Promise<ReportRun & { isNew: boolean }> {
  if (report.sections.length === 0) throw refuse(409, 'report-is-empty');
  const structureIds = narrowedTo(asked.structureIds, report.structureIds);
  const definition = definitionOf({ ...report, period: asked.period ?? report.period, structureIds });
  await checkDefinition(context, definition, report.sections);
  return runByHand(context, {
    companyId,
    reportId: report.id,
    definition,
    languages: [asked.language ?? (report.language === 'recipient' ? context.locale : report.language)],
    formats: asked.formats ?? report.formats,
    keepDays: report.keepDays,
  });
}

/** Requests a run in the caller's name, or finds the same one that the caller has requested within a minute. */
export async function runByHand(context: Context, requested: Requested): Promise<ReportRun & { isNew: boolean }> {
  const { tx, kit, actor, afterCommit } = context;
  const { companyId, definition } = requested;
  const shared = await sharedRun(context, requested);
  if (shared !== undefined) return { ...(await oneRun(context, shared)), isNew: false };
  const zone = await zoneOfCompany(tx, companyId);
  const id = await requestRun(tx, {
    ...requested,
    cause: 'hand',
    dueAt: null,
    period: periodAt(definition.period, new Date(), zone),
    zone,
    userId: actor.session.user.id,
  });
  if (id === null) throw new Error('a run by hand is not written twice');
  afterCommit(() => publishRuns(kit, companyId));
  return { ...(await oneRun(context, id)), isNew: true };
}

async function sharedRun({ tx, actor }: Context, run: Requested): Promise<number | undefined> {
  const key = JSON.stringify([run.definition, run.languages, run.formats]);
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM report_run
     WHERE company_id = ${run.companyId} AND report_id IS NOT DISTINCT FROM ${run.reportId} AND user_id = ${actor.session.user.id} AND cause = 'hand'
       AND created_at > now() - interval '1 minute' AND state IN ('queued', 'rendering', 'ready')
       AND jsonb_build_array(definition, to_jsonb(languages), to_jsonb(formats)) = ${key}::jsonb ORDER BY id DESC LIMIT 1`.execute(
    tx,
  );
  return rows[0]?.id;
}
