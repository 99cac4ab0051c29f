import { sql } from 'kysely';
import type { Period } from '#platform/common/time/time.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { ReportDefinition, ReportFormat } from '../../common/report.ts';

/** Runs of a company that wait for a worker. */
const maxWaiting = 50;

export type FileLanguage = 'en' | 'ar' | 'both';

export type RequestedRun = {
  companyId: number;
  reportId: number | null;
  definition: ReportDefinition;
  cause: 'hand' | 'schedule';
  dueAt: string | null;
  period: Period;
  zone: string;
  /** Whose rights it has. */
  userId: number;
  languages: readonly FileLanguage[];
  formats: readonly ReportFormat[];
  keepDays: number;
  waitMinutes?: number;
};

/**
 * Writes a run that a worker then prepares, within the caller's transaction, and returns its id; null if the schedule has
 * already written this one. A person's run is refused with 429 while too many of the company wait.
 */
export async function requestRun(tx: Tx, run: RequestedRun): Promise<number | null> {
  const { definition, period, waitMinutes = 0 } = run;
  if (run.cause === 'hand') await assertRoom(tx, run.companyId);
  const written = await sql<{ id: number }>`
    INSERT INTO report_run (company_id, report_id, app, name, definition, cause, due_at, from_at, to_at, zone, user_id, languages, formats, state, work_at, expires_at)
    VALUES (${run.companyId}, ${run.reportId}, ${definition.app}, ${definition.name}, ${JSON.stringify(definition)}::jsonb, ${run.cause}, ${run.dueAt}, ${period.from}, ${period.to},
            ${run.zone}, ${run.userId}, ${[...run.languages]}::text[], ${[...run.formats]}::text[], 'queued',
            now() + ${waitMinutes} * interval '1 minute', now() + ${run.keepDays} * interval '1 day')
    ON CONFLICT (report_id, due_at, user_id) DO NOTHING RETURNING id`.execute(tx);
  return written.rows[0]?.id ?? null;
}

async function assertRoom(tx: Tx, companyId: number): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    SELECT count(*)::integer AS n FROM report_run WHERE company_id = ${companyId} AND state IN ('queued', 'rendering')`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= maxWaiting) throw refuse(429, 'queue-full', { most: maxWaiting });
}
