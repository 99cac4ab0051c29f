-- What a mail plan sends: the alarms of its period, or a report that an app declares.
ALTER TABLE notification_schedule ADD COLUMN report text NOT NULL DEFAULT 'alarms';
