import { sql } from 'kysely';
import { contactsOf, mailPeople } from '#core/accounts/server/api.ts';
import { actingPerson } from '#core/permissions/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { ReportDocument } from '../../common/document.ts';
import { canDoWithReports, type ReportFormat } from '../../common/report.ts';
import type { SkipReason } from '../../common/run.ts';
import type { FileLanguage } from '../runs/request-run.ts';
import { type RunScope, seesAllOf } from '../runs/run-scope.ts';
import { reportMail } from './report-mail.ts';

/** What a mail server usually takes, and how much longer a file is in a mail. */
const [maxMailBytes, encoded] = [10_000_000, 4 / 3];

type Sent = {
  id: number;
  companyId: number;
  reportId: number | null;
  app: string | null;
  zone: string;
  scope: RunScope;
  document: ReportDocument;
  incomplete: boolean;
};
type SentFile = { fileId: number; format: ReportFormat; language: FileLanguage; bytes: number };
type Receiver = { userId: number; state: 'active' | 'paused' };
type Delivery = { userId: number; reason: SkipReason | null; mode: 'attachment' | 'link' | null };

/**
 * Sends a run to the recipients of its report, within the caller's transaction: each by a mail of their own, if they
 * may see all of it at this moment. The others are skipped, and the run says why.
 */
export async function deliver(context: Pick<Emitting, 'tx' | 'kit'>, runId: number): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<Sent>`
    SELECT id, company_id, report_id, app, zone, scope, document, faults <> '[]' AS incomplete FROM report_run WHERE id = ${runId}`.execute(
    tx,
  );
  const [run] = rows;
  if (!run) throw new Error(`there is no run ${runId} to send`);
  const receivers = await sql<Receiver>`
    SELECT user_id, state FROM report_receptor WHERE report_id = ${run.reportId} ORDER BY id`.execute(tx);
  if (receivers.rows.length === 0) return;
  const files = await sql<SentFile>`
    SELECT file_id, format, language, bytes FROM report_file WHERE run_id = ${runId} ORDER BY id`.execute(tx);
  const deliveries: Delivery[] = [];
  for (const receiver of receivers.rows) deliveries.push(await send(context, run, { receiver, files: files.rows }));
  await sql`
    INSERT INTO report_delivery (run_id, company_id, user_id, state, reason, mode)
    SELECT ${runId}, ${run.companyId}, d.user_id, CASE WHEN d.reason IS NULL THEN 'sent' ELSE 'skipped' END, d.reason, d.mode
      FROM unnest(${deliveries.map(({ userId }) => userId)}::integer[], ${deliveries.map(({ reason }) => reason)}::text[], ${deliveries.map(({ mode }) => mode)}::text[]) AS d (user_id, reason, mode)
    ON CONFLICT (run_id, user_id) DO NOTHING`.execute(tx);
  if (deliveries.some(({ reason }) => reason === null))
    await sql`UPDATE report_run SET state = 'sent' WHERE id = ${runId}`.execute(tx);
}

/** The files for a reader: those of the reader's language, if there are some in several. */
function filesFor(files: readonly SentFile[], locale: 'en' | 'ar'): SentFile[] {
  const isFor = (file: SentFile) =>
    file.language === 'both' ||
    file.language === locale ||
    !files.some(({ format, language }) => format === file.format && (language === locale || language === 'both'));
  return files.filter(isFor);
}

async function send(
  { tx, kit }: Pick<Emitting, 'tx' | 'kit'>,
  run: Sent,
  { receiver, files }: { receiver: Receiver; files: readonly SentFile[] },
): Promise<Delivery> {
  const { userId } = receiver;
  const skipped = (reason: SkipReason): Delivery => ({ userId, reason, mode: null });
  if (receiver.state === 'paused') return skipped('paused');
  const person = await actingPerson(kit, { userId, companyId: run.companyId });
  if (!person) return skipped('left');
  const { scope, document } = run;
  if (!person.may(canDoWithReports('read')) || !seesAllOf(kit, person.actor.session, scope))
    return skipped('no-permission');
  const [contact] = await contactsOf(tx, [userId]);
  if (!contact) return skipped('left');
  const own = filesFor(files, contact.locale);
  const isSmall = own.reduce((sum, { bytes }) => sum + bytes * encoded, 0) <= maxMailBytes;
  await mailPeople(tx, [reportMail(kit, { ...run, document, attached: isSmall ? own : [] }, contact)]);
  return { userId, reason: null, mode: isSmall ? 'attachment' : 'link' };
}
