-- The groups of all apps by name and by age.
CREATE INDEX notification_group_name ON notification_group (company_id, name, id);
CREATE INDEX notification_group_created ON notification_group (company_id, created_at, id);
