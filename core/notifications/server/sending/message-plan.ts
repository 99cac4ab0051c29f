import { randomUUID } from 'node:crypto';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Deliverable, NotificationDecision } from './due-notifications.ts';
import { type Gathering, gathering } from './gathering.ts';
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

/** Arranges notifications as messages, and holds those of quiet hours and storms, and those that wait for others. */
export async function planMessages(
  tx: Tx,
  kit: Pick<Kit, 'apps'>,
  deliverable: readonly Deliverable[],
  now: Date,
): Promise<Plan> {
  const sentBefore = await sentMessages(
    tx,
    deliverable.map(({ contact }) => contact.id),
  );
  const gathered = await gathering(tx, kit, deliverable, now);
  const waiting = deliverable.flatMap((part) => {
    const quiet = quietUntil(part, now);
    if (quiet) return held([part], 'quiet-hours', quiet);
    const until = gathered.until(part);
    return until ? held([part], 'gathered', until) : [];
  });
  const waitingIds = new Set(waiting.flatMap(({ ids }) => ids));
  const ready = deliverable.filter(({ due }) => !waitingIds.has(due.notificationId));
  const plans = [...Map.groupBy(ready, ({ due, contact }) => `${contact.id} ${due.method}`).values()].flatMap(
    (parts) => {
      const [first] = parts;
      return first ? personPlan(parts, gathered, sentBefore(first.contact.id, first.due.method), now) : [];
    },
  );
  return {
    messages: plans.flatMap(({ messages }) => messages),
    decisions: [...waiting, ...plans.flatMap(({ decisions }) => decisions)],
  };
}

/** The messages to one person by one method. */
function personPlan(parts: readonly Deliverable[], gathered: Gathering, sentBefore: SentMessages, now: Date): Plan {
  const single = messagesOf(parts, gathered);
  const storm = isStorm(sentBefore, single.length);
  const next = storm ? nextInStorm(sentBefore, now) : null;
  if (next) return { messages: [], decisions: [held(parts, 'storm', next)] };
  const messages = storm ? messageOf(parts) : single;
  const left = parts[0]?.due.method === 'sms' ? smsLeft(sentBefore) : messages.length;
  const refused = messages.slice(left).flatMap((message) => idsOf(message.parts));
  return { messages: messages.slice(0, left), decisions: [{ ids: refused, state: 'skipped', reason: 'sms-limit' }] };
}

/** Held notifications are sent as one message with gathered ones, and so are many alarms of a class. */
function messagesOf(parts: readonly Deliverable[], { gathers }: Gathering): PlannedMessage[] {
  const isTogether = (part: Deliverable) => part.due.state === 'held' || gathers(part);
  const joined = parts.filter(isTogether);
  const fresh = parts.filter((part) => !isTogether(part));
  const together = Map.groupBy(fresh, ({ due }) => `${due.app} ${due.class}`);
  return [
    ...messageOf(joined),
    ...[...together.values()].flatMap((group) =>
      group.length > mostSingle ? messageOf(group) : group.flatMap((part) => messageOf([part])),
    ),
  ];
}

const messageOf = ([first, ...others]: readonly Deliverable[]): PlannedMessage[] =>
  first ? [{ id: randomUUID(), parts: [first, ...others] }] : [];
