import { sql } from 'kysely';
import { companyZoneSql, contactsOf, mailPeople } from '#core/accounts/server/api.ts';
import { declaredKind, storedAlarms, subjectName } from '#core/alarms/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { type Emitting, emit, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import type { MailTime } from '../common/mail-plan.ts';
import { type Digest, digestMail } from './digest-message.ts';
import { nextDue } from './next-due.ts';

const maxListed = 50;
/** Alarms of the last seconds can be uncommitted and are left to the next digest. */
const settledSeconds = 10;

export const alarmReport = 'alarms';

type DuePlan = MailTime & {
  companyId: number;
  report: string;
  resources: readonly (string | number)[];
  id: number;
  name: string;
  app: string;
  from: string;
  until: string;
  zone: string;
};

/** Queues the mails of due plans: once for any number of workers, and once after a downtime. */
export async function sendDueDigests(kit: Kit): Promise<void> {
  await inSystem(kit.db, updateTimeZones);
  for (let more = true; more; ) more = await emittingAsSystem(kit, kit.db, sendOne);
}

const selection = sql`s.id, s.company_id, s.report, s.resources, s.name, s.app, s.frequency, s.time, s.week_days, s.day_of_month, s.told_until AS from, ${companyZoneSql('s.company_id')} AS zone`;

async function sendOne(context: Emitting): Promise<boolean> {
  const { tx } = context;
  const plans = await sql<DuePlan>`
    SELECT ${selection}, now() - ${settledSeconds} * interval '1 second' AS until
      FROM notification_schedule s WHERE s.active AND s.next_at <= now()
     ORDER BY s.next_at LIMIT 1 FOR UPDATE OF s SKIP LOCKED`.execute(tx);
  const [due] = plans.rows;
  if (!due) return false;
  await sendPlan(context, due);
  await sql`
    UPDATE notification_schedule
       SET next_at = ${nextDue(due, new Date(), due.zone)}, zone = ${due.zone}, sent_at = now(), told_until = greatest(told_until, ${due.until}::timestamptz)
     WHERE id = ${due.id}`.execute(tx);
  return true;
}

/** Reschedules the plans of companies whose time zone has changed, so that they keep their wall-clock time. */
async function updateTimeZones(tx: Tx): Promise<void> {
  const moved = await sql<DuePlan>`
    SELECT ${selection} FROM notification_schedule s
     WHERE s.active AND s.next_at > now() AND s.zone <> ${companyZoneSql('s.company_id')} FOR UPDATE OF s SKIP LOCKED`.execute(
    tx,
  );
  if (moved.rows.length === 0) return;
  const times = moved.rows.map((row) => nextDue(row, new Date(), row.zone));
  await sql`
    UPDATE notification_schedule s SET next_at = m.next_at, zone = m.zone
      FROM unnest(${moved.rows.map((row) => row.id)}::integer[], ${times}::timestamptz[], ${moved.rows.map((row) => row.zone)}::text[]) AS m (id, next_at, zone)
     WHERE s.id = m.id`.execute(tx);
}

type Sent = Pick<
  DuePlan,
  'id' | 'companyId' | 'name' | 'app' | 'report' | 'frequency' | 'resources' | 'from' | 'until'
>;

/** Queues the mails of a plan to the active recipients, or starts its report. Returns the number of recipients. */
export async function sendPlan(context: Emitting, due: Sent): Promise<number> {
  const { tx, kit } = context;
  const members = await tx
    .selectFrom('notificationScheduleMember')
    .select('userId')
    .where('scheduleId', '=', due.id)
    .execute();
  const readers = await contactsOf(
    tx,
    members.map((row) => row.userId),
  );
  if (readers.length === 0) return 0;
  if (due.report !== alarmReport) {
    const users = readers.map(({ id }) => id);
    await emit(context, 'mail-plan.due', { ...due, users });
    return readers.length;
  }
  const digest = { ...due, ...(await alarmsOf(tx, due)) };
  await mailPeople(
    tx,
    readers.map((reader) => digestMail(kit, digest, reader)),
  );
  return readers.length;
}

async function alarmsOf(tx: Tx, { id, from, until }: Pick<DuePlan, 'id' | 'from' | 'until'>) {
  const plans = await sql<Pick<Digest, 'counts' | 'open' | 'alarms'>>`
    WITH selected AS MATERIALIZED (
      SELECT a.* FROM notification_schedule s
        JOIN ${sql.raw(storedAlarms)} a ON a.company_id = s.company_id AND a.app = s.app AND a.created_at > ${from}::timestamptz AND a.created_at <= ${until}::timestamptz
       WHERE s.id = ${id}
         AND (s.kinds = '{}' OR ${declaredKind('a.kind')} = ANY (s.kinds))
         AND (s.severities = '{}' OR a.severity = ANY (s.severities))
         AND ('*' = ANY (s.resources) OR a.structure_id::text = ANY (s.resources)))
    SELECT (SELECT coalesce(jsonb_object_agg(severity, n), '{}') FROM (SELECT severity, count(*) AS n FROM selected GROUP BY severity) c) AS counts,
           (SELECT count(*) FROM selected WHERE closed_at IS NULL) AS open,
           (SELECT coalesce(jsonb_agg(jsonb_build_object('kind', a.kind, 'names', a.names, 'severity', a.severity, 'raisedAt', a.created_at,
                     'subject', jsonb_build_object('name', ${subjectName}), 'structure', ${structureNamed('a.structure_id')}) ORDER BY a.severity DESC, a.id DESC), '[]')
              FROM (SELECT * FROM selected ORDER BY severity DESC, id DESC LIMIT ${maxListed}) a) AS alarms`.execute(
    tx,
  );
  return plans.rows[0] as Pick<Digest, 'counts' | 'open' | 'alarms'>;
}
