import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { mailPeople, queuePushes, smsPeopleFrom, takeFailedPushes, takeFailedSms } from '#core/accounts/server/api.ts';
import { alarmMessage, alarmsMessage } from '#core/alarms/server/api.ts';
import { takeFailedCalls } from '#platform/server/http/call-lanes.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import type { Mail } from '#platform/server/mail/mail.ts';
import { withoutIsolates } from '#platform/server/mail/mail-layout.ts';
import { takeFailed } from '#platform/server/outbox.ts';
import { inSystem, type Tx } from '#platform/server/postgres/database.ts';
import { anyOf, sqlNow } from '#platform/server/postgres/values.ts';
import { repeat } from '#platform/server/repeat.ts';
import { queueDeliveries, webhookLanes } from '#platform/server/webhooks/deliveries.ts';
import {
  batchSize,
  type NotificationDecision,
  separateRefused,
  takeDueNotifications,
  type WebhookNotification,
  writeDecisions,
} from './due-notifications.ts';
import { queueEscalations } from './escalation-timers.ts';
import { publishMessages } from './in-app-messages.ts';
import { type PlannedMessage, planMessages, sent, withoutUnits } from './message-plan.ts';
import { pushAboutAlarm, pushAboutAlarms } from './push-message.ts';
import { groupTable, webhookEvent } from './webhook-event.ts';

const intervalMs = 500;

/** Sends the notifications that are due, of new alarms and of escalations. */
export const startNotifying = (kit: Kit): Stop =>
  repeat(kit, intervalMs, 'notifying about alarms failed', () => notifyDue(kit));

export async function notifyDue(kit: Kit): Promise<void> {
  await inSystem(kit.db, markFailed);
  for (let more = true; more; ) more = await inSystem(kit.db, queueEscalations);
  for (let more = true; more; ) {
    const batch = await inSystem(kit.db, (tx) => notifyBatch(tx, kit));
    publishMessages(kit, batch.messages);
    more = batch.more;
  }
}

/** Marks the notifications whose message could not be delivered. */
async function markFailed(tx: Tx): Promise<void> {
  const failed = [
    ...(await takeFailed(tx, 'mail_outbox')),
    ...(await takeFailedSms(tx)),
    ...(await takeFailedPushes(tx)),
    ...(await takeFailedCalls(tx, webhookLanes(groupTable))),
  ];
  if (failed.length === 0) return;
  await tx
    .updateTable('alarmNotification')
    .set({ state: 'failed', reason: 'not-delivered', decidedAt: sqlNow })
    .where('message', '=', anyOf(failed))
    .where('state', '=', 'sent')
    .execute();
}

type Batch = { more: boolean; messages: readonly PlannedMessage[] };

/**
 * Decides the notifications that are due and fills the outboxes, in one transaction of one worker at a time, because
 * the messages of a person are counted. Returns the messages, and whether more may be due.
 */
async function notifyBatch(tx: Tx, kit: Kit): Promise<Batch> {
  // Usually nothing is due, and the statement that reads the notifications is expensive to plan.
  const lock = await sql<{ taken: boolean }>`
    SELECT CASE WHEN EXISTS (SELECT FROM alarm_notification WHERE state IN ('queued', 'held') AND due_at <= now())
                THEN pg_try_advisory_xact_lock(hashtext('alarm_notification')) ELSE false END AS taken`.execute(tx);
  const due = lock.rows[0]?.taken ? await takeDueNotifications(tx, kit) : [];
  if (due.length === 0) return { more: false, messages: [] };
  const { deliverable, webhooks, refused } = await separateRefused(tx, kit, due);
  const { messages, decisions } = await planMessages(tx, kit, deliverable, new Date());
  const unpaid = await send(tx, kit, messages);
  const outcomes = messages.map((message) => (unpaid.has(message.id) ? withoutUnits(message) : sent(message)));
  const called = await callWebhooks(tx, kit, webhooks);
  await writeDecisions(tx, [...refused, ...decisions, ...outcomes, ...called]);
  return { more: due.length >= batchSize, messages };
}

/** Queues an event for each notification of a webhook: programs read them one by one. */
async function callWebhooks(
  tx: Tx,
  kit: Kit,
  webhooks: readonly WebhookNotification[],
): Promise<NotificationDecision[]> {
  const decisions = webhooks.map(({ notificationId }) => ({
    ids: [notificationId],
    state: 'sent' as const,
    message: randomUUID() as string,
  }));
  await queueDeliveries(
    tx,
    groupTable,
    webhooks.map((due, at) => ({
      laneId: due.webhookId,
      companyId: due.companyId,
      reference: decisions[at]?.message as string,
      ...webhookEvent(kit, due),
    })),
  );
  return decisions;
}

/** Fills the outboxes. Returns the ids of the text messages for which their company has no units left. */
async function send(tx: Tx, kit: Kit, messages: readonly PlannedMessage[]): Promise<ReadonlySet<string>> {
  const by = (method: string) => messages.filter(({ parts: [{ due }] }) => due.method === method);
  await mailPeople(
    tx,
    by('email').map((message) => written(kit, message)),
  );
  const unpaid = await smsPeopleFrom(
    tx,
    by('sms').flatMap((message) => {
      const { due, contact } = message.parts[0];
      if (!contact.verifiedPhone) return [];
      const text = withoutIsolates(written(kit, message).subject);
      return [{ from: due.companyId, recipient: contact.verifiedPhone, text, reference: message.id }];
    }),
  );
  await queuePushes(
    tx,
    by('push').map(({ id, parts }) => {
      const [{ due, contact }, ...others] = parts;
      const notice =
        others.length === 0
          ? pushAboutAlarm(kit, due, contact)
          : pushAboutAlarms(kit, [due, ...others.map((other) => other.due)], contact);
      return { userId: contact.id, notice, reference: id };
    }),
  );
  return new Set(unpaid.map(({ reference }) => reference));
}

function written(kit: Kit, { id, parts }: PlannedMessage): Mail {
  const [{ due, contact }, ...others] = parts;
  const mail =
    others.length === 0
      ? alarmMessage(kit, due, contact)
      : alarmsMessage(kit, [due, ...others.map((other) => other.due)], contact);
  return { ...mail, reference: id };
}
