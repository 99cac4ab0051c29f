import { comUnitBalances } from '#core/accounts/server/api.ts';
import { personMethods } from '#core/alarms/common/alarm-notification.ts';
import type { Kit } from '#platform/server/kit.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { PreviewedNotification } from '../../common/notification-group.ts';
import {
  type NotificationDecision,
  type SupposedAlarm,
  separateRefused,
  supposedNotifications,
} from './due-notifications.ts';
import { planMessages, sent, withoutUnits } from './message-plan.ts';

/**
 * What the sender would decide if the alarm were raised now: for each method of the person, and for the webhooks of the
 * groups. Reads only. Runs as the role that sees all rows.
 */
export async function previewNotifications(
  tx: Tx,
  kit: Pick<Kit, 'apps'>,
  { userId, type, ...alarm }: Omit<SupposedAlarm, 'class'> & { userId: number; type: string },
): Promise<PreviewedNotification[]> {
  const due = await supposedNotifications(tx, kit, { ...alarm, class: type }, userId);
  const { deliverable, webhooks, refused } = await separateRefused(tx, kit, due);
  const { messages, decisions } = await planMessages(tx, kit, deliverable, new Date());
  const called: NotificationDecision[] = webhooks.map(({ notificationId }) => ({
    ids: [notificationId],
    state: 'sent',
  }));
  const units = await comUnitBalances(tx, alarm.companyId);
  const paid = units.some(({ kind, remaining }) => kind === 'sms' && remaining > 0);
  const outcomes = messages.map((message) =>
    message.parts[0].due.method === 'sms' && !paid ? withoutUnits(message) : sent(message),
  );
  const all = [...refused, ...decisions, ...outcomes, ...called];
  const shown = due.flatMap(({ notificationId, method, group }) => {
    const decision = all.find(({ ids }) => ids.includes(notificationId));
    if (!decision) return [];
    const { state, reason = null, dueAt } = decision;
    return [{ method, group, state, reason, dueAt: dueAt?.toISOString() ?? null }];
  });
  return [
    ...personMethods.flatMap((method): PreviewedNotification[] => {
      const own = shown.filter((one) => one.method === method);
      return own.length > 0 ? own : [{ method, group: null, state: 'skipped', reason: 'not-chosen', dueAt: null }];
    }),
    ...shown.filter(({ method }) => method === 'webhook'),
  ];
}
