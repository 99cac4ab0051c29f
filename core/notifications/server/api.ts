export { notificationGroupHandlers, notificationWebhookHandlers } from './groups/notification-groups.ts';
