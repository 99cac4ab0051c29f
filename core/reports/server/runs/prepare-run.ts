import { sql } from 'kysely';
import { companyNameOf, personNameOf } from '#core/accounts/server/api.ts';
import { type ActingPerson, actingPerson } from '#core/permissions/server/api.ts';
import { verificationAddress } from '#core/print/common/verification.ts';
import { requestPrint } from '#core/print/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import { GeneratedFile, storeFile } from '#platform/server/files/files.ts';
import { inSnapshot } from '#platform/server/postgres/database.ts';
import { canDoWithReports, type ReportDefinition, type ReportFormat } from '../../common/report.ts';
import type { RunError } from '../../common/run.ts';
import { verifyReportPath } from '../../common/verify-path.ts';
import { csvOf, xlsxOf } from '../files/make-file.ts';
import { publishRuns } from '../live-topics.ts';
import { type Built, buildDocument } from './build-document.ts';
import { completeRun, failRun } from './complete-run.ts';
import type { FileLanguage } from './request-run.ts';
import { scopeOf } from './run-scope.ts';

/** A section that takes longer has no data. */
const statementMs = 60_000;
/** Before a section that could not be read is given up, all are read again, after so many seconds. */
const pausesSeconds = [30, 300];

export type QueuedRun = {
  id: number;
  companyId: number;
  reportId: number | null;
  definition: ReportDefinition;
  cause: 'hand' | 'schedule';
  fromAt: string;
  toAt: string;
  zone: string;
  userId: number;
  languages: FileLanguage[];
  formats: ReportFormat[];
  attempts: number;
};

/**
 * Prepares the runs that wait, those of people first. Each is locked while it is prepared: that of a worker that was killed
 * is prepared by another one.
 */
export const runDues: readonly DueWork[] = [
  dueWork<QueuedRun>(
    'report runs',
    { table: 'report_run', at: 'work_at', where: sql`state = 'queued'`, first: sql<boolean>`cause = 'hand'` },
    prepareRun,
  ),
];

async function prepareRun(context: Emitting, run: QueuedRun): Promise<void> {
  const { kit } = context;
  const person = await actingPerson(kit, run);
  if (!person) return failRun(context, run, 'owner-left');
  if (!person.may(canDoWithReports('generate'))) return failRun(context, run, 'no-permission');
  const built = await read(context, run, person);
  const mayPass = built.faults.some(({ fault }) => fault === 'failed' || fault === 'too-slow');
  const pause = pausesSeconds[run.attempts];
  if (mayPass && pause !== undefined) return tryLater(context, run, pause);
  const refused = refusalOfAll(run.definition, built);
  if (refused) return failRun(context, run, refused);
  await store(context, run, person, built);
  if (!run.formats.includes('pdf')) await completeRun(context, run.id);
}

/** Why the person may see none of the sections; null if there is one that the person may see. */
function refusalOfAll({ sections }: ReportDefinition, { faults }: Built): RunError | null {
  const refused = faults.flatMap(({ fault }) => (fault === 'no-permission' || fault === 'app-not-held' ? fault : []));
  const count = sections.filter(({ type }) => type === 'data').length;
  return refused.length === count ? (refused[0] ?? null) : null;
}

async function read({ tx, kit }: Emitting, run: QueuedRun, person: ActingPerson): Promise<Built> {
  const { companyId, definition, zone, fromAt, toAt } = run;
  const company = (await companyNameOf(tx, companyId)) ?? '';
  const by = (await personNameOf(tx, run.userId)) ?? '';
  return inSnapshot(kit.db, person.actor.scope, { statementMs }, (snapshot) =>
    buildDocument(
      { ...person, tx: snapshot, kit },
      { definition, period: { from: fromAt, to: toAt }, zone, company, by, dataAt: new Date().toISOString() },
    ),
  );
}

async function tryLater({ tx, kit, afterCommit }: Emitting, run: QueuedRun, seconds: number): Promise<void> {
  await sql`
    UPDATE report_run SET attempts = ${run.attempts + 1}, work_at = now() + ${seconds} * interval '1 second' WHERE id = ${run.id}`.execute(
    tx,
  );
  afterCommit(() => publishRuns(kit, run.companyId));
}

/** Stores what was found with the files of the run; PDFs are laid out afterwards. */
async function store(context: Emitting, run: QueuedRun, { actor }: ActingPerson, built: Built): Promise<void> {
  const { tx, kit } = context;
  const { document, faults, rowCount, hash } = built;
  await sql`
    UPDATE report_run SET state = 'rendering', work_at = NULL, document = ${JSON.stringify(document)}::jsonb, faults = ${JSON.stringify(faults)}::jsonb,
           row_count = ${rowCount}, data_hash = ${hash}, data_at = ${document.dataAt}, scope = ${JSON.stringify(scopeOf(kit, actor.session, run.definition))}::jsonb, started_at = now()
     WHERE id = ${run.id}`.execute(tx);
  context.afterCommit(() => publishRuns(kit, run.companyId));
  for (const file of filesOf(run)) await addFile(context, run, { ...file, document });
}

type Making = { language: FileLanguage; format: ReportFormat; document: Built['document'] };

/** A PDF may have both languages; a table has one. */
const filesOf = ({ languages, formats }: QueuedRun): Pick<Making, 'language' | 'format'>[] =>
  formats.flatMap((format) => {
    const each =
      format === 'pdf' ? languages : languages.flatMap((one) => (one === 'both' ? (['en', 'ar'] as const) : one));
    return [...new Set(each)].map((language) => ({ language, format }));
  });

async function addFile(context: Emitting, run: QueuedRun, { language, format, document }: Making): Promise<void> {
  const { tx, kit } = context;
  const { companyId, id: runId } = run;
  const { id, code } = await tx
    .insertInto('reportFile')
    .values({ runId, companyId, language, format })
    .returning(['id', 'code'])
    .executeTakeFirstOrThrow();
  if (format === 'pdf') {
    const printId = await requestPrint(
      { tx, kit, actor: { scope: { ...context.actor.scope, userId: null } } },
      {
        companyId,
        page: 'dynamic-reports',
        language: language === 'both' ? 'en' : language,
        title: document.name,
        data: {
          document,
          languages: language === 'both' ? ['ar', 'en'] : [language],
          code,
          address: verificationAddress(kit.publicUrl, verifyReportPath, code),
        },
      },
    );
    await tx.updateTable('reportFile').set({ printId }).where('id', '=', id).execute();
    return;
  }
  const written = language === 'ar' ? 'ar' : 'en';
  const bytes = format === 'xlsx' ? await xlsxOf(document, written) : csvOf(document, written);
  const type = format === 'xlsx' ? 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' : 'text/csv';
  const file = new GeneratedFile([bytes], `${document.name}.${format}`, { type });
  const fileId = await storeFile({ tx, kit }, companyId, file);
  await sql`
    UPDATE report_file f SET file_id = s.id, bytes = s.size, sha256 = s.sha256 FROM stored_file s
     WHERE s.id = ${fileId} AND f.id = ${id}`.execute(tx);
}
