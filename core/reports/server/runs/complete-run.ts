import { sql } from 'kysely';
import { removePrints } from '#core/print/server/api.ts';
import type { DomainEvents, Emitting } from '#platform/server/domain-events.ts';
import { copyFile } from '#platform/server/files/copy-file.ts';
import type { PauseReason } from '../../common/report.ts';
import type { RunError } from '../../common/run.ts';
import { deliver } from '../delivery/deliver.ts';
import { publishRuns } from '../live-topics.ts';

/** So many failed runs in a row pause a report. */
const mostFailed = 3;

type Run = { id: number; companyId: number; reportId: number | null; cause: 'hand' | 'schedule' };

/** Ends a run without a result. One by schedule pauses its report if another one would end in the same way. */
export async function failRun({ tx, kit, afterCommit }: Emitting, run: Run, error: RunError): Promise<void> {
  await sql`
    UPDATE report_run SET state = 'failed', error = ${error}, work_at = NULL, ended_at = now() WHERE id = ${run.id}`.execute(
    tx,
  );
  afterCommit(() => publishRuns(kit, run.companyId));
  if (run.cause === 'hand') return;
  const lasting: PauseReason | null = error === 'print-failed' ? null : error;
  await sql`
    UPDATE report_definition SET failed_runs = failed_runs + 1,
           state = CASE WHEN ${lasting !== null} OR failed_runs + 1 >= ${mostFailed} THEN 'paused' ELSE state END,
           paused_because = CASE WHEN ${lasting !== null} OR failed_runs + 1 >= ${mostFailed} THEN coalesce(${lasting}::text, 'failed') ELSE paused_because END,
           next_due_at = CASE WHEN ${lasting !== null} OR failed_runs + 1 >= ${mostFailed} THEN NULL ELSE next_due_at END
     WHERE id = ${run.reportId} AND state = 'active'`.execute(tx);
}

/** Ends a run whose files exist: it is sent, or held for a person if a section has failed. */
export async function completeRun(context: Emitting, runId: number): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const { rows } = await sql<Run & { held: boolean; sends: boolean }>`
    UPDATE report_run r SET ended_at = now(),
           state = CASE WHEN r.cause = 'schedule' AND r.faults <> '[]' AND d.on_error = 'hold' THEN 'held' ELSE 'ready' END
      FROM report_run o LEFT JOIN report_definition d ON d.id = o.report_id WHERE o.id = r.id AND r.id = ${runId} AND r.state = 'rendering'
    RETURNING r.id, r.company_id, r.report_id, r.cause, r.state = 'held' AS held,
              r.cause = 'schedule' AND NOT (coalesce(d.skip_if_empty, false) AND r.row_count = 0) AS sends`.execute(tx);
  const [run] = rows;
  if (!run) return;
  if (run.cause === 'schedule')
    await sql`UPDATE report_definition SET failed_runs = 0 WHERE id = ${run.reportId} AND failed_runs > 0`.execute(tx);
  if (run.sends && !run.held) await deliver(context, run.id);
  afterCommit(() => publishRuns(kit, run.companyId));
}

/** Stores the PDF of a run, whose document the renderer has laid out; a run without one has failed. */
export async function storePrint(context: Emitting, print: DomainEvents['print.finished']): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<Run & { fileId: number; state: string }>`
    SELECT f.id AS file_id, r.id, r.company_id, r.report_id, r.cause, r.state FROM report_file f JOIN report_run r ON r.id = f.run_id
     WHERE f.print_id = ${print.id} FOR UPDATE OF r`.execute(tx);
  const [run] = rows;
  if (!run) return;
  if (print.fileId === null) {
    if (run.state === 'rendering') await failRun(context, run, 'print-failed');
    await sql`UPDATE report_file SET print_id = NULL WHERE id = ${run.fileId}`.execute(tx);
    return removePrints(tx, [print.id]);
  }
  const copy = await copyFile(tx, print.fileId);
  await sql`
    UPDATE report_file f SET print_id = NULL, file_id = s.id, bytes = s.size, sha256 = s.sha256 FROM stored_file s
     WHERE s.id = ${copy} AND f.id = ${run.fileId}`.execute(tx);
  await removePrints(tx, [print.id]);
  const waiting = await sql`SELECT FROM report_file WHERE run_id = ${run.id} AND file_id IS NULL`.execute(tx);
  if (waiting.rows.length === 0) await completeRun(context, run.id);
}
