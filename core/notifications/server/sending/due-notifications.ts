import { type RawBuilder, sql } from 'kysely';
import { type ContactWithRoles, contactsWithRoles } from '#core/accounts/server/api.ts';
import type { AlarmNotification, NotNotified } from '#core/alarms/common/alarm-notification.ts';
import type { PartyView } from '#core/alarms/common/party.ts';
import type { NotifiedAlarm } from '#core/alarms/server/api.ts';
import {
  asParty,
  classesWith,
  ruleFacts,
  seesOnlyEscalated,
  storedAlarmEvents,
  storedAlarms,
  storedParties,
  subjectName,
} from '#core/alarms/server/api.ts';
import { deviceNamed } from '#core/devices/server/api.ts';
import { abilityGranted } from '#core/permissions/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { GroupNotificationSettings } from '../../common/notification-settings.ts';

export const batchSize = 500;

/** A notification that is due, with its alarm. */
export type DueNotification = NotifiedAlarm &
  Pick<AlarmNotification, 'method' | 'cause' | 'step' | 'group'> &
  Pick<GroupNotificationSettings, 'quiet'> & {
    notificationId: number;
    companyId: number;
    /** Null for a webhook. */
    userId: number | null;
    webhookId: number | null;
    state: 'queued' | 'held';
    /** Why it must no longer be sent; null if it may be. */
    refusal: NotNotified | null;
    /** Whether a permission group lets the person read the alarm. */
    granted: boolean;
    escalatedTo: number | null;
  };
/** The alarm as it is stored, and what the company that is notified may know of it, if it is a party. */
type StoredNotification = DueNotification & { partyView: PartyView | null };

/** SQL for whether the person, or the webhook, has got a message about the alarm by the same method. */
const wasNotified = sql`EXISTS (SELECT FROM alarm_notification s
  WHERE s.alarm_id = n.alarm_id AND s.method = n.method AND s.state = 'sent'
    AND (s.user_id = n.user_id OR (n.user_id IS NULL AND s.user_id IS NULL AND s.group_id = n.group_id)))`;

type Apps = Pick<Kit, 'apps'>;

/** SQL for why the notification `n` of the alarm `a` to the member `m` or the webhook `w` of the group `g` must not be sent. */
const refusal = (kit: Apps) => sql`CASE
  WHEN g.id IS NULL AND NOT (n.cause = 'unanswered' AND n.step > 0) THEN 'group-deleted'
  WHEN n.step = 0 AND n.user_id IS NOT NULL AND m.user_id IS NULL THEN 'not-member'
  WHEN n.company_id = a.company_id AND a.closed_at IS NULL AND NOT alarm_shows(a.only_for, a.company_id, a.desk_company_id, n.user_id) THEN 'confidential'
  WHEN n.cause <> 'unanswered' AND g.muted_until > now() THEN 'group-muted'
  WHEN n.cause <> 'unanswered' AND m.disabled THEN 'person-muted'
  WHEN n.cause <> 'unanswered' AND n.method = ANY (m.muted_methods) THEN 'method-muted'
  WHEN n.user_id IS NULL AND w.enabled IS NOT TRUE THEN 'webhook-off'
  WHEN n.step = 0 AND a.severity < (g.lowest ->> n.method)::alarm_severity THEN 'below-severity'
  WHEN n.company_id <> a.company_id AND p.until_at IS NOT NULL THEN 'party-ended'
  WHEN n.cause = 'cleared' THEN CASE
    WHEN a.condition = 'active' THEN 'reopened'
    WHEN n.state = 'held' AND n.reason IS DISTINCT FROM 'gathered' AND a.closed_at IS NOT NULL THEN 'ended'
    WHEN NOT ${wasNotified} THEN 'raise-not-sent' END
  WHEN a.closed_at IS NOT NULL THEN 'ended'
  WHEN a.condition = 'cleared' AND n.cause NOT IN ('escalation', 'desk-moved', 'unanswered', 'released')
       AND a.app || ' ' || a.class <> ALL (${classesWith(kit, 'queue')}::text[]) THEN 'ended'
  WHEN own.acknowledged_at >= n.created_at OR (own.acknowledged_at IS NOT NULL AND n.cause IN ('escalation', 'repeat', 'unanswered')) THEN 'acknowledged'
  END`;

const mayRead = abilityGranted({
  person: 'n.user_id',
  app: 'a.app',
  entity: sql`a.class || '-alarm'`,
  action: 'read',
  resource: 'own.structure_id',
});

/** Reads notifications (columns of `alarm_notification`) and their alarms (columns of `alarm`), from any source. */
const selectNotifications = (
  kit: Apps,
  notifications: string,
  alarms: ReturnType<typeof sql>,
) => sql<StoredNotification>`
  SELECT n.id AS notification_id, n.user_id, n.method, n.cause, n.step, n.state, g.quiet, ${refusal(kit)} AS refusal, ${mayRead} AS granted,
         CASE WHEN g.id IS NOT NULL THEN jsonb_build_object('id', g.id, 'name', g.name) END AS "group", w.id AS webhook_id,
         a.id, n.company_id, p.view AS party_view, a.app, a.class, a.kind, a.severity, a.sensor, a.value, a.crossed AS "limit", a.names, a.first_at, a.escalated_to,
         (SELECT r.message FROM ${sql.raw(ruleFacts())} r WHERE r.id = a.rule_id) AS message, (SELECT r.guidance FROM ${sql.raw(ruleFacts())} r WHERE r.id = a.rule_id) AS guidance,
         (SELECT e.data ->> 'reason' FROM ${sql.raw(storedAlarmEvents)} e WHERE e.alarm_id = a.id AND e.action IN ('raised', 'severity-raised') ORDER BY e.id DESC LIMIT 1) AS raised_because,
         ${deviceNamed('a.device_id')} AS device, jsonb_build_object('type', coalesce(a.subject_type, 'device'), 'id', coalesce(a.subject_id, a.device_id), 'name', ${subjectName}) AS subject, ${structureNamed('a.structure_id')} AS structure
    FROM ${sql.table(notifications)} n
    JOIN ${alarms} a ON a.id = n.alarm_id
    LEFT JOIN ${sql.raw(storedParties)} p ON p.alarm_id = n.alarm_id AND p.company_id = n.company_id
    -- The site and the acknowledgement of the company that is notified.
    CROSS JOIN LATERAL (SELECT CASE WHEN n.company_id = a.company_id THEN a.structure_id ELSE p.structure_id END AS structure_id,
                               CASE WHEN n.company_id = a.company_id THEN a.acknowledged_at ELSE p.acknowledged_at END AS acknowledged_at) own
    LEFT JOIN notification_group g ON g.id = n.group_id
    LEFT JOIN notification_group_member m ON m.group_id = g.id AND m.user_id = n.user_id
    LEFT JOIN notification_group_webhook w ON w.subject_id = g.id AND n.method = 'webhook'`;

/**
 * Locks and reads notifications that are due, `batchSize` or more: what was held for a person comes as a whole, because it
 * becomes one message. Several workers may do so at once.
 */
export async function takeDueNotifications(tx: Tx, kit: Apps): Promise<DueNotification[]> {
  const due = await sql<StoredNotification>`
    WITH first AS MATERIALIZED (
      SELECT id, user_id, method, state FROM alarm_notification WHERE state IN ('queued', 'held') AND due_at <= now()
       ORDER BY due_at, id LIMIT ${batchSize})
    ${selectNotifications(kit, 'alarm_notification', sql.raw(storedAlarms))}
     WHERE n.state IN ('queued', 'held') AND n.due_at <= now()
       AND (n.id IN (SELECT id FROM first) OR (n.state = 'held' AND (n.user_id, n.method) IN (SELECT user_id, method FROM first WHERE state = 'held')))
     ORDER BY n.due_at, n.id FOR UPDATE OF n SKIP LOCKED`.execute(tx);
  return due.rows.map(seenByCompany);
}

/** A party is notified by what it may know. */
function seenByCompany({ partyView, ...due }: StoredNotification): DueNotification {
  if (!partyView) return due;
  const structure = partyView.structure === undefined ? null : { id: null, name: partyView.structure };
  return { ...asParty(due, partyView), structure, message: null, guidance: null };
}

export type SupposedAlarm = Pick<NotifiedAlarm, 'app' | 'class' | 'kind' | 'severity'> & {
  companyId: number;
  structureId: number | null;
};

/** The notifications that an alarm would cause if it were raised now: those of a person, and those of webhooks. */
export async function supposedNotifications(
  tx: Tx,
  kit: Apps,
  alarm: SupposedAlarm,
  userId: number,
): Promise<DueNotification[]> {
  const { app, class: name, kind, severity, companyId, structureId } = alarm;
  const now = new Date().toISOString();
  const row = { id: 0, app, class: name, kind, severity, condition: 'active', first_at: now, last_at: now };
  const supposed = JSON.stringify({ ...row, company_id: companyId, structure_id: structureId });
  const due = await sql<StoredNotification>`
    WITH supposed_alarm AS MATERIALIZED (SELECT * FROM jsonb_populate_record(NULL::alarm, ${supposed}::jsonb)),
         supposed_notification AS MATERIALIZED (
           SELECT row_number() OVER () AS id, 0 AS alarm_id, ${companyId}::integer AS company_id, r.group_id, r.user_id, r.method, 'raised' AS cause, 0 AS step, 'queued' AS state, NULL::text AS reason, now() AS created_at
             FROM alarm_recipients(jsonb_populate_record(NULL::alarm, ${supposed}::jsonb), ${companyId}, ${structureId}) r WHERE r.user_id = ${userId} OR r.user_id IS NULL)
    ${selectNotifications(kit, 'supposed_notification', sql.table('supposed_alarm'))} ORDER BY n.id`.execute(tx);
  return due.rows.map(seenByCompany);
}

export type NotificationDecision = {
  ids: readonly number[];
  state: 'held' | 'sent' | 'skipped';
  reason?: NotNotified;
  /** When a held notification is due again. */
  dueAt?: Date;
  /** The id of the message that contains the sent ones. */
  message?: string;
};

/** Stores the decisions about notifications, in one statement. */
export async function writeDecisions(tx: Tx, decisions: readonly NotificationDecision[]): Promise<void> {
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

/** Why a person cannot be notified now; null if they can. */
function personRefusal(
  apps: readonly AppManifest[],
  due: DueNotification,
  contact: ContactWithRoles | undefined,
): NotNotified | null {
  if (due.refusal) return due.refusal;
  if (!contact) return 'inactive';
  if (!contact.isAdmin && !due.granted) return 'no-permission';
  if (due.escalatedTo !== contact.id && seesOnlyEscalated({ user: contact }, apps, due)) return 'no-permission';
  if (due.method === 'push' && !contact.hasPush) return 'no-device';
  return due.method === 'sms' && contact.verifiedPhone === null ? 'no-verified-phone' : null;
}

export type Deliverable = { due: DueNotification; contact: ContactWithRoles };
/** A notification to the webhook of a group. */
export type WebhookNotification = DueNotification & { webhookId: number };

type Separated = {
  deliverable: Deliverable[];
  webhooks: WebhookNotification[];
  refused: NotificationDecision[];
};

/** Separates the notifications that can be sent from those that cannot. */
export async function separateRefused(tx: Tx, { apps }: Apps, due: readonly DueNotification[]): Promise<Separated> {
  const contacts = await contactsWithRoles(
    tx,
    due.flatMap(({ userId }) => userId ?? []),
  );
  const byId = new Map(contacts.map((contact) => [contact.id, contact]));
  const separated: Separated = { deliverable: [], webhooks: [], refused: [] };
  for (const one of due) {
    const contact = one.userId === null ? undefined : byId.get(one.userId);
    const reason = one.userId === null ? one.refusal : personRefusal(apps, one, contact);
    if (reason) separated.refused.push({ ids: [one.notificationId], state: 'skipped', reason });
    else if (contact) separated.deliverable.push({ due: one, contact });
    else if (one.webhookId !== null) separated.webhooks.push({ ...one, webhookId: one.webhookId });
  }
  return separated;
}
