import './tables.ts';
import { serve } from '#platform/server/serve.ts';
import { dueDeliveries } from '#platform/server/webhooks/deliveries.ts';
import { notifications } from '../app.ts';
import { notificationGroupDeskHandlers } from './groups/group-desk.ts';
import { messageTopics } from './live-topics.ts';
import { alarmNotifications } from './sending/alarm-notifications.ts';
import { inAppMessageHandlers, unreadMessages } from './sending/in-app-messages.ts';
import { startNotifying } from './sending/notify.ts';
import { documentedMessages, groupTable, webhookSender } from './sending/webhook-event.ts';

export const notificationsServer = serve(
  notifications,
  { deskGroup: notificationGroupDeskHandlers, message: inAppMessageHandlers },
  {
    topics: messageTopics,
    webhooks: documentedMessages,
    history: { tables: { notification_group_resource: { refs: { resource: 'structure' } } } },
    dues: [dueDeliveries('webhooks', groupTable, webhookSender)],
    listeners: {
      inTransaction: {
        async 'alarm.notifications'({ tx }, asked) {
          asked.notifications = await alarmNotifications(tx, asked.alarmId);
        },
        async 'bell.counted'({ tx }, counted) {
          counted.messages = await unreadMessages(tx, counted.userId, counted.readable);
        },
      },
    },
    async start(kit) {
      return kit.roles.has('worker') ? startNotifying(kit) : undefined;
    },
  },
);
