import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { queueSms, takeFailedSms } from '#core/accounts/server/api.ts';
import { inSystem, type Tx } from '#platform/server/database.ts';
import type { Kit, Stop } from '#platform/server/kit.ts';
import { type Mail, queueMails } from '#platform/server/mail.ts';
import { withoutIsolates } from '#platform/server/mail-layout.ts';
import { takeFailed } from '#platform/server/outbox.ts';
import { repeat } from '#platform/server/repeat.ts';
import { alarmMessage, alarmsMessage } from './alarm-message.ts';
import {
  batchSize,
  type Decision,
  type Deliverable,
  separateRefused,
  takeDue,
  writeDecisions,
} from './due-notifications.ts';
import { queueEscalations } from './escalation-timers.ts';
import { held, isStorm, nextInStorm, quietUntil, type SentMessages, sentMessages, smsLeft } from './message-limits.ts';

const intervalMs = 500;
/** More alarms than this that reach a person together come as one message. */
const mostSingle = 5;

/** Sends the notifications that are due, of new alarms and of escalations. */
export const startNotifying = (kit: Kit): Stop =>
  repeat(kit, intervalMs, 'notifying about alarms failed', () => notifyDue(kit));

export async function notifyDue(kit: Kit): Promise<void> {
  await inSystem(kit.db, markFailed);
  for (let more = true; more; ) more = await inSystem(kit.db, queueEscalations);
  for (let more = true; more; ) more = await inSystem(kit.db, (tx) => notifyBatch(tx, kit));
}

/** Marks the notifications whose message could not be delivered. */
async function markFailed(tx: Tx): Promise<void> {
  const failed = [...(await takeFailed(tx, 'mail_outbox')), ...(await takeFailedSms(tx))];
  if (failed.length === 0) return;
  await sql`
    UPDATE alarm_notification SET state = 'failed', reason = 'not-delivered', decided_at = now()
     WHERE message = ANY (${failed}::uuid[]) AND state = 'sent'`.execute(tx);
}

/**
 * Decides the notifications that are due and fills the outboxes, in one transaction of one worker at a time: the messages
 * of a person are counted. Returns whether more may be due.
 */
async function notifyBatch(tx: Tx, kit: Kit): Promise<boolean> {
  const lock = await sql<{
    taken: boolean;
  }>`SELECT pg_try_advisory_xact_lock(hashtext('alarm_notification')) AS taken`.execute(tx);
  const due = lock.rows[0]?.taken ? await takeDue(tx) : [];
  if (due.length === 0) return false;
  const { deliverable, refused } = await separateRefused(tx, due);
  const { messages, decisions } = await plan(tx, deliverable, new Date());
  await send(tx, kit, messages);
  await writeDecisions(tx, [...refused, ...decisions, ...messages.map(sent)]);
  return due.length === batchSize;
}

/** A message to one person by one method, with the notifications that it contains. */
type Message = { id: string; parts: readonly [Deliverable, ...Deliverable[]] };
type Plan = { messages: readonly Message[]; decisions: readonly Decision[] };

const sent = ({ id, parts }: Message): Decision => ({ ids: idsOf(parts), state: 'sent', message: id });
const idsOf = (parts: readonly Deliverable[]) => parts.map(({ due }) => due.notificationId);

/** Arranges notifications as messages, and holds those of quiet hours and storms. */
async function plan(tx: Tx, deliverable: readonly Deliverable[], now: Date): Promise<Plan> {
  const sentBefore = await sentMessages(
    tx,
    deliverable.map(({ contact }) => contact.id),
  );
  const quiet = deliverable.flatMap((part) => {
    const until = quietUntil(part, now);
    return until ? held([part], 'quiet-hours', until) : [];
  });
  const quietIds = new Set(quiet.flatMap(({ ids }) => ids));
  const loud = deliverable.filter(({ due }) => !quietIds.has(due.notificationId));
  const plans = [...Map.groupBy(loud, ({ due, contact }) => `${contact.id} ${due.method}`).values()].flatMap(
    (parts) => {
      const [first] = parts;
      return first ? personPlan(parts, sentBefore(first.contact.id, first.due.method), now) : [];
    },
  );
  return {
    messages: plans.flatMap(({ messages }) => messages),
    decisions: [...quiet, ...plans.flatMap(({ decisions }) => decisions)],
  };
}

/** The messages to one person by one method. */
function personPlan(parts: readonly Deliverable[], sentBefore: SentMessages, now: Date): Plan {
  const single = messagesOf(parts);
  const storm = isStorm(sentBefore, single.length);
  const next = storm ? nextInStorm(sentBefore, now) : null;
  if (next) return { messages: [], decisions: [held(parts, 'storm', next)] };
  const messages = storm ? messageOf(parts) : single;
  const left = parts[0]?.due.method === 'sms' ? smsLeft(sentBefore) : messages.length;
  const refused = messages.slice(left).flatMap((message) => idsOf(message.parts));
  return { messages: messages.slice(0, left), decisions: [{ ids: refused, state: 'skipped', reason: 'sms-limit' }] };
}

/** What was held comes as one message, and so do many alarms of a class. */
function messagesOf(parts: readonly Deliverable[]): Message[] {
  const heldParts = parts.filter(({ due }) => due.state === 'held');
  const fresh = parts.filter(({ due }) => due.state === 'queued');
  const together = Map.groupBy(fresh, ({ due }) => `${due.app} ${due.class}`);
  return [
    ...messageOf(heldParts),
    ...[...together.values()].flatMap((group) =>
      group.length > mostSingle ? messageOf(group) : group.flatMap((part) => messageOf([part])),
    ),
  ];
}

const messageOf = ([first, ...others]: readonly Deliverable[]): Message[] =>
  first ? [{ id: randomUUID(), parts: [first, ...others] }] : [];

async function send(tx: Tx, kit: Kit, messages: readonly Message[]): Promise<void> {
  const written = messages.map(({ id, parts }) => {
    const [{ due, contact }, ...others] = parts;
    const mail: Mail =
      others.length === 0
        ? alarmMessage(kit, due, contact)
        : alarmsMessage(kit, [due, ...others.map((other) => other.due)], contact);
    return { method: due.method, contact, mail: { ...mail, reference: id } };
  });
  await queueMails(
    tx,
    written.flatMap(({ method, mail }) => (method === 'email' ? [mail] : [])),
  );
  await queueSms(
    tx,
    written.flatMap(({ method, contact, mail }) =>
      method === 'sms' && contact.verifiedPhone
        ? [{ recipient: contact.verifiedPhone, text: withoutIsolates(mail.subject), reference: mail.reference }]
        : [],
    ),
  );
}
