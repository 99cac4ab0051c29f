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
  app: string | null;
  zone: string;
  scope: RunScope;
  document: ReportDocument;
  incomplete: boolean;
};
type SentFile = { fileId: number; format: ReportFormat; language: FileLanguage; bytes: number };
/** A paused recipient is skipped. */
export type Receiver = { userId: number; state: 'active' | 'paused' };
type Delivery = { userId: number; reason: SkipReason | null; mode: 'attachment' | 'link' | null };

/**
 * Sends a run to the recipients of its report, within the caller's transaction: each by a mail of their own, if they
 * may see all of it at this moment. The others are skipped, and the run says why.
 */
export async function deliver(context: Pick<Emitting, 'tx' | 'kit'>, runId: number): Promise<void> {
  const receivers = await sql<Receiver>`
    SELECT c.user_id, c.state FROM report_run r JOIN report_receptor c ON c.report_id = r.report_id WHERE r.id = ${runId} ORDER BY c.id`.execute(
    context.tx,
  );
  await sendTo(context, runId, { receivers: receivers.rows, sentBy: null });
}

/**
 * The same for other receivers, in the name of the person `sentBy`. Somebody who has been sent it before is sent it once
 * more.
 */
export async function sendTo(
  context: Pick<Emitting, 'tx' | 'kit'>,
  runId: number,
  { receivers, sentBy }: { receivers: readonly Receiver[]; sentBy: number | null },
): Promise<void> {
  const { tx } = context;
  if (receivers.length === 0) return;
  const { rows } = await sql<Sent>`
    SELECT id, company_id, app, zone, scope, document, faults <> '[]' AS incomplete FROM report_run WHERE id = ${runId}`.execute(
    tx,
  );
  const [run] = rows;
  if (!run) throw new Error(`there is no run ${runId} to send`);
  const files = await sql<SentFile>`
    SELECT file_id, format, language, bytes FROM report_file WHERE run_id = ${runId} ORDER BY id`.execute(tx);
  const deliveries: Delivery[] = [];
  for (const receiver of receivers) deliveries.push(await send(context, run, { receiver, files: files.rows }));
  await sql`
    INSERT INTO report_delivery (run_id, company_id, user_id, state, reason, mode, sent_by)
    SELECT ${runId}, ${run.companyId}, d.user_id, CASE WHEN d.reason IS NULL THEN 'sent' ELSE 'skipped' END, d.reason, d.mode, ${sentBy}::integer
      FROM unnest(${deliveries.map(({ userId }) => userId)}::integer[], ${deliveries.map(({ reason }) => reason)}::text[], ${deliveries.map(({ mode }) => mode)}::text[]) AS d (user_id, reason, mode)
    ON CONFLICT (run_id, user_id) DO UPDATE SET state = EXCLUDED.state, reason = EXCLUDED.reason, mode = EXCLUDED.mode, sent_by = EXCLUDED.sent_by, created_at = now()
     WHERE report_delivery.state = 'skipped' OR EXCLUDED.state = 'sent'`.execute(tx);
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
