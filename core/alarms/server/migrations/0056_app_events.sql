-- What happens in its app, besides alarms, that the webhook of a group is told of.
ALTER TABLE notification_group ADD COLUMN events text[] NOT NULL DEFAULT '{}';
