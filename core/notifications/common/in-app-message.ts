import { z } from 'zod';
import { alarmRow } from '#core/alarms/common/alarm.ts';
import { alarmNotification } from '#core/alarms/common/alarm-notification.ts';
import { route } from '#platform/common/route.ts';

/** The topic that notifies the open pages of a person of new messages. */
export const messageTopic = 'alarm-messages';
/** How many alarms of a message are shown. */
export const shownAlarms = 3;

/** A notification of a person within the app: of one alarm, or of several that came together. */
export const inAppMessage = alarmNotification.pick({ id: true, cause: true, step: true, at: true }).extend({
  readAt: z.string().nullable(),
  /** The number of alarms that the person may read. */
  count: z.number(),
  /** The most severe of them. */
  alarms: z.array(alarmRow),
});
export type InAppMessage = z.infer<typeof inAppMessage>;

/** The messages of the caller. */
export const inAppMessageRoutes = {
  /** The newest first. */
  list: route.list('/alarm/message', { access: 'signed-in', reply: inAppMessage, list: {} }),
  mark: route.patch('/alarm/message/{id}', { access: 'signed-in', body: z.object({ read: z.boolean() }) }),
  readAll: route.post('/alarm/message/read', { access: 'signed-in' }),
};
