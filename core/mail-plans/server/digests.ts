import { sql } from 'kysely';
import { companyZoneSql, contactsOf, mailPeople } from '#core/accounts/server/api.ts';
import { declaredKind, storedAlarms, subjectName } from '#core/alarms/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { nextDue } from '#platform/common/time/next-due.ts';
import { type DomainEvents, type Emitting, emit } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { type MailTime, repeatsOf } from '../common/mail-plan.ts';
import { type Digest, digestMail } from './digest-message.ts';

const maxListed = 50;
/** Alarms of the last seconds can be uncommitted and are left to the next digest. */
const settledSeconds = 10;

export const alarmReport = 'alarms';

type StoredPlan = MailTime & {
  id: number;
  companyId: number;
  name: string;
  app: string;
  report: string;
  resources: readonly (string | number)[];
  /** The end of the time that the last mail was about. */
  toldUntil: string;
};

/** The mails of due plans; after a downtime one mail for all of it. */
export const planDues: readonly DueWork[] = [
  dueWork<StoredPlan>('mail plans', { table: 'notification_schedule', at: 'next_at', where: sql`active` }, sendDue),
];

async function sendDue(context: Emitting, plan: StoredPlan): Promise<void> {
  const { tx } = context;
  const { rows } = await sql<{ until: string; zone: string }>`
    SELECT now() - ${settledSeconds} * interval '1 second' AS until, ${companyZoneSql('s.company_id')} AS zone
      FROM notification_schedule s WHERE id = ${plan.id}`.execute(tx);
  const [now] = rows;
  if (!now) return;
  const { until, zone } = now;
  await sendPlan(context, { ...plan, from: plan.toldUntil, until });
  await sql`
    UPDATE notification_schedule
       SET next_at = ${nextDue(repeatsOf(plan), new Date(), zone)}, zone = ${zone}, sent_at = now(), told_until = greatest(told_until, ${until}::timestamptz)
     WHERE id = ${plan.id}`.execute(tx);
}

/** Reschedules the plans of a company whose time zone has changed, so that they keep their wall-clock time. */
export async function maintainLocalTimes(
  { tx }: Emitting,
  { id, zone }: DomainEvents['company.zone-changed'],
): Promise<void> {
  const { rows } = await sql<StoredPlan>`
    SELECT * FROM notification_schedule WHERE company_id = ${id} AND active AND next_at > now() ORDER BY id FOR UPDATE`.execute(
    tx,
  );
  const times = rows.map((plan) => nextDue(repeatsOf(plan), new Date(), zone));
  await sql`
    UPDATE notification_schedule s SET next_at = m.next_at, zone = ${zone}
      FROM unnest(${rows.map((plan) => plan.id)}::integer[], ${times}::timestamptz[]) AS m (id, next_at) WHERE s.id = m.id`.execute(
    tx,
  );
}

type Sent = Omit<StoredPlan, keyof MailTime | 'toldUntil'> &
  Pick<MailTime, 'frequency'> & { from: string; until: string };

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

async function alarmsOf(tx: Tx, { id, from, until }: Pick<Sent, 'id' | 'from' | 'until'>) {
  const plans = await sql<Pick<Digest, 'counts' | 'open' | 'alarms'>>`
    WITH selected AS MATERIALIZED (
      SELECT a.* FROM notification_schedule s
        JOIN ${sql.raw(storedAlarms)} a ON a.company_id = s.company_id AND a.app = s.app AND a.created_at > ${from}::timestamptz AND a.created_at <= ${until}::timestamptz
       WHERE s.id = ${id}
         AND (a.only_for IS NULL OR a.closed_at IS NOT NULL)
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
