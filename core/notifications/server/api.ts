export { notificationGroupHandlers, notificationWebhookHandlers } from './groups/notification-groups.ts';
export { type AppEvent, isSubscribed, tellWebhooks } from './sending/app-events.ts';
