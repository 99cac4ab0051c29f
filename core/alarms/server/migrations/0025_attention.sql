-- The order of open alarms: unacknowledged first, then the most severe, then the newest.
CREATE INDEX alarm_attention ON alarm (company_id, app, (acknowledged_at IS NULL), severity, first_at, id) WHERE closed_at IS NULL;
-- The closed alarms of several classes.
CREATE INDEX alarm_closed ON alarm (company_id, app, last_at, id) WHERE closed_at IS NOT NULL;
-- What a person should do about an alarm of the rule.
ALTER TABLE alarm_rule ADD COLUMN guidance jsonb;
