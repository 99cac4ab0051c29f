import { alarmRoutes } from '#core/alarms/common/alarm.ts';
import type { AlarmClass } from '#core/alarms/common/manifest.ts';
import { standard } from '#core/alarms/common/standard-actions.ts';
import { notificationGroupRoutes, notificationWebhookRoutes } from '#core/notifications/common/notification-group.ts';

const app = 'integrations';
/** The class of the alarms about connectors, and the type of their subject. */
export const connectorClass = 'connector';
/** The permission entity of its alarms. */
export const connectorAlarmEntity = 'connector-alarm';

const spec = {
  path: '/connector-alarm',
  page: 'connectors/alarms',
  historyPage: 'connectors/alarms-history',
  actions: standard('acknowledge', 'comment', 'terminate'),
  endsWhenCleared: true,
} as const satisfies AlarmClass;

/** The alarms about connectors, which administrators read and are notified of. */
export const connectorAlarms = {
  alarmClasses: { [connectorClass]: spec },
  alarmSubjects: { [connectorClass]: { page: 'connectors/{id}' } },
  alarms: {
    // It has delivered no message for longer than its usual pauses.
    'connector-silent': { class: connectorClass },
    // Its messages are refused, or it cannot be reached.
    'connector-failing': { class: connectorClass },
    // The codec of its messages was suspended, because it uses too much time or memory.
    'codec-failing': { class: connectorClass },
  },
} as const;

export const connectorAlarmRoutes = {
  alarm: alarmRoutes(app, connectorClass, spec),
  notificationGroup: notificationGroupRoutes(app),
  notificationWebhook: notificationWebhookRoutes(app),
};
