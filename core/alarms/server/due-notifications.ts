import { type RawBuilder, sql } from 'kysely';
import { contactsOf } from '#core/accounts/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { abilityGranted } from '#core/permissions/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { Tx } from '#platform/server/database.ts';
import type { AlarmNotification, NotNotified } from '../common/alarm-notification.ts';
import type { NotificationSettings } from '../common/notification-settings.ts';
import type { NotifiedAlarm } from './alarm-message.ts';
import { subjectName } from './subject.ts';

export const batchSize = 500;

/** A notification whose time has come, with its alarm. */
export type DueNotification = NotifiedAlarm &
  Pick<AlarmNotification, 'method' | 'cause' | 'step'> &
  Pick<NotificationSettings, 'quiet'> & {
    notificationId: number;
    userId: number;
    state: 'queued' | 'held';
    /** Why it must not be sent any more; null if nothing speaks against it. */
    refusal: NotNotified | null;
    /** Whether a permission group lets the person read the alarm. */
    granted: boolean;
  };

/** SQL for whether the person has got a message about the alarm by the same method. */
const wasNotified = sql`EXISTS (SELECT FROM alarm_notification s
  WHERE s.alarm_id = n.alarm_id AND s.user_id = n.user_id AND s.method = n.method AND s.state = 'sent')`;

/** SQL for why the notification `n` of the alarm `a` to the member `m` of the group `g` must not be sent any more. */
const refusal = sql`CASE
  WHEN g.id IS NULL THEN 'group-deleted'
  WHEN n.step = 0 AND m.user_id IS NULL THEN 'not-member'
  WHEN g.muted_until > now() THEN 'group-muted'
  WHEN m.disabled THEN 'person-muted'
  WHEN n.method = ANY (m.muted_methods) THEN 'method-muted'
  WHEN n.step = 0 AND a.severity < (g.lowest ->> n.method)::alarm_severity THEN 'below-severity'
  WHEN n.cause = 'cleared' THEN CASE
    WHEN a.condition = 'active' THEN 'reopened'
    WHEN n.state = 'held' AND a.closed_at IS NOT NULL THEN 'ended'
    WHEN NOT ${wasNotified} THEN 'raise-not-sent' END
  WHEN a.closed_at IS NOT NULL OR (a.condition = 'cleared' AND n.cause <> 'escalation') THEN 'ended'
  WHEN a.acknowledged_at >= n.created_at OR (a.acknowledged_at IS NOT NULL AND n.cause IN ('escalation', 'repeat')) THEN 'acknowledged'
  END`;

const mayRead = abilityGranted({
  person: 'n.user_id',
  app: 'a.app',
  entity: sql`a.class || '-alarm'`,
  action: 'read',
  resource: 'a.structure_id',
});

/** Locks and reads the notifications that are due. Several workers may do so at once. */
export async function takeDue(tx: Tx): Promise<DueNotification[]> {
  const due = await sql<DueNotification>`
    SELECT n.id AS notification_id, n.user_id, n.method, n.cause, n.step, n.state, g.quiet, ${refusal} AS refusal, ${mayRead} AS granted,
           a.id, a.app, a.class, a.kind, a.severity, a.sensor, a.value, a.crossed AS "limit", a.names, a.first_at,
           (SELECT r.message FROM alarm_rule r WHERE r.id = a.rule_id) AS message, (SELECT r.guidance FROM alarm_rule r WHERE r.id = a.rule_id) AS guidance,
           ${deviceNamed('a.device_id')} AS device, jsonb_build_object('name', ${subjectName}) AS subject, ${structureNamed('a.structure_id')} AS structure
      FROM alarm_notification n
      JOIN alarm a ON a.id = n.alarm_id
      LEFT JOIN notification_group g ON g.id = n.group_id
      LEFT JOIN notification_group_member m ON m.group_id = g.id AND m.user_id = n.user_id
     WHERE n.state IN ('queued', 'held') AND n.due_at <= now()
     ORDER BY n.due_at, n.id LIMIT ${batchSize} FOR UPDATE OF n SKIP LOCKED`.execute(tx);
  return due.rows;
}

export type Decision = {
  ids: readonly number[];
  state: 'held' | 'sent' | 'skipped';
  reason?: NotNotified;
  /** When a held notification is due again. */
  dueAt?: Date;
  /** The id of the message that contains the sent ones. */
  message?: string;
};

/** Writes what was decided about notifications, in one statement. */
export async function writeDecisions(tx: Tx, decisions: readonly Decision[]): Promise<void> {
  const rows = decisions.flatMap(({ ids, state, reason = null, dueAt = null, message = null }) =>
    ids.map((id) => ({ id, state, reason, dueAt, message })),
  );
  if (rows.length === 0) return;
  const column = <Key extends keyof (typeof rows)[number]>(key: Key): RawBuilder<unknown> =>
    sql`${rows.map((row) => row[key])}`;
  await sql`
    UPDATE alarm_notification n
       SET state = d.state, reason = d.reason, due_at = coalesce(d.due_at, n.due_at), message = d.message, decided_at = now()
      FROM unnest(${column('id')}::bigint[], ${column('state')}::text[], ${column('reason')}::text[], ${column('dueAt')}::timestamptz[], ${column('message')}::uuid[])
        AS d (id, state, reason, due_at, message)
     WHERE n.id = d.id`.execute(tx);
}

type Contact = Awaited<ReturnType<typeof contactsOf>>[number];

/** Why a person cannot be notified now; null if they can. */
function personRefusal(due: DueNotification, contact: Contact | undefined): NotNotified | null {
  if (due.refusal) return due.refusal;
  if (!contact) return 'inactive';
  if (!contact.isAdmin && !due.granted) return 'no-permission';
  return due.method === 'sms' && contact.verifiedPhone === null ? 'no-verified-phone' : null;
}

export type Deliverable = { due: DueNotification; contact: Contact };

/** Separates the notifications that can be sent from those that nobody will get. */
export async function separateRefused(
  tx: Tx,
  due: readonly DueNotification[],
): Promise<{ deliverable: Deliverable[]; refused: Decision[] }> {
  const contacts = await contactsOf(
    tx,
    due.map(({ userId }) => userId),
  );
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const deliverable: Deliverable[] = [];
  const refused: Decision[] = [];
  for (const one of due) {
    const contact = byId.get(one.userId);
    const reason = personRefusal(one, contact);
    if (reason) refused.push({ ids: [one.notificationId], state: 'skipped', reason });
    else if (contact) deliverable.push({ due: one, contact });
  }
  return { deliverable, refused };
}
