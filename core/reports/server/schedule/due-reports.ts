import { sql } from 'kysely';
import { contactsOf, isActiveCompany } from '#core/accounts/server/api.ts';
import { actingPerson } from '#core/permissions/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import type { ReportFields } from '../../common/report.ts';
import { periodAt } from '../../common/report-period.ts';
import { nextReportDue, type ReportSchedule } from '../../common/report-schedule.ts';
import { definitionOf } from '../definitions/check-definition.ts';
import { publishRuns } from '../live-topics.ts';
import { type FileLanguage, requestRun } from '../runs/request-run.ts';

/** A run that could not begin for longer is missed. */
const latestMs = 24 * 3_600_000;

type DueReport = Omit<ReportFields, 'schedule'> & {
  id: number;
  companyId: number;
  ownerId: number;
  schedule: ReportSchedule;
  nextDueAt: string;
};

/** Writes the runs of reports that are due. A run and the next due time are written together, so each is written once. */
export const reportDues: readonly DueWork[] = [
  dueWork<DueReport>(
    'scheduled reports',
    { table: 'report_definition', at: 'next_due_at', where: sql`state = 'active'` },
    runDue,
  ),
];

async function runDue(context: Emitting, report: DueReport): Promise<void> {
  const { tx, kit, afterCommit } = context;
  const due = new Date(report.nextDueAt);
  const oldest = new Date(Date.now() - latestMs);
  const isMissed = due < oldest;
  const next = nextReportDue(report.schedule, isMissed ? oldest : due);
  const company = await sql<{ active: boolean }>`
    SELECT ${isActiveCompany('t.company_id')} AS active FROM report_definition t WHERE t.id = ${report.id}`.execute(tx);
  // The reports of a suspended company rest.
  if (!company.rows[0]?.active) return moveOn(context, report, next);
  const owner = await actingPerson(kit, { userId: report.ownerId, companyId: report.companyId });
  if (!owner) return pause(context, report);
  const { timeZone: zone } = report.schedule;
  const id = await requestRun(tx, {
    companyId: report.companyId,
    reportId: report.id,
    definition: definitionOf(report),
    cause: 'schedule',
    dueAt: due.toISOString(),
    period: periodAt(report.period, due, zone),
    zone,
    userId: report.ownerId,
    languages: await languagesOf(context, report, owner.locale),
    formats: report.formats,
    keepDays: report.keepDays,
    // Readings that are late by a few minutes are in a report whose period ends when it is due.
    waitMinutes: report.waitMinutes,
  });
  if (isMissed)
    await sql`UPDATE report_run SET state = 'missed', work_at = NULL, ended_at = now() WHERE id = ${id}`.execute(tx);
  await moveOn(context, report, next);
  afterCommit(() => publishRuns(kit, report.companyId));
}

const moveOn = async ({ tx }: Emitting, { id }: DueReport, next: Date | null): Promise<void> =>
  void (await sql`UPDATE report_definition SET next_due_at = ${next?.toISOString() ?? null} WHERE id = ${id}`.execute(
    tx,
  ));

const pause = async ({ tx }: Emitting, { id }: DueReport): Promise<void> =>
  void (await sql`
    UPDATE report_definition SET state = 'paused', paused_because = 'owner-left', next_due_at = NULL WHERE id = ${id}`.execute(
    tx,
  ));

/** The languages of the files: those of the recipients, if the report is in the language of each. */
async function languagesOf({ tx }: Emitting, report: DueReport, ofOwner: 'en' | 'ar'): Promise<FileLanguage[]> {
  if (report.language !== 'recipient') return [report.language];
  const { rows } = await sql<{ userId: number }>`
    SELECT user_id FROM report_receptor WHERE report_id = ${report.id} AND state = 'active'`.execute(tx);
  const people = await contactsOf(
    tx,
    rows.map(({ userId }) => userId),
  );
  return people.length === 0 ? [ofOwner] : [...new Set(people.map(({ locale }) => locale))];
}
