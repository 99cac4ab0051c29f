-- Deliveries of the last day that were given up are counted every few seconds.
CREATE INDEX notification_group_webhook_delivery_failed ON notification_group_webhook_delivery (created_at)
 WHERE state = 'failed';
