import { randomUUID } from 'node:crypto';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Deliverable, NotificationDecision } from './due-notifications.ts';
import { held, isStorm, nextInStorm, quietUntil, type SentMessages, sentMessages, smsLeft } from './message-limits.ts';

/** More alarms than this that reach a person together come as one message. */
const mostSingle = 5;

/** A message to one person by one method, with the notifications that it contains. */
export type PlannedMessage = { id: string; parts: readonly [Deliverable, ...Deliverable[]] };
export type Plan = { messages: readonly PlannedMessage[]; decisions: readonly NotificationDecision[] };

export const sent = ({ id, parts }: PlannedMessage): NotificationDecision => ({
  ids: idsOf(parts),
  state: 'sent',
  message: id,
});
/** A text message for which its company has no units left. */
export const withoutUnits = ({ parts }: PlannedMessage): NotificationDecision => ({
  ids: idsOf(parts),
  state: 'skipped',
  reason: 'no-sms-units',
});
const idsOf = (parts: readonly Deliverable[]) => parts.map(({ due }) => due.notificationId);

/** Arranges notifications as messages, and holds those of quiet hours and storms. */
export async function planMessages(tx: Tx, deliverable: readonly Deliverable[], now: Date): Promise<Plan> {
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

/** Held notifications are sent as one message, and so are many alarms of a class. */
function messagesOf(parts: readonly Deliverable[]): PlannedMessage[] {
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

const messageOf = ([first, ...others]: readonly Deliverable[]): PlannedMessage[] =>
  first ? [{ id: randomUUID(), parts: [first, ...others] }] : [];
