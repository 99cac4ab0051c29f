-- The open alarms of all apps in the order of alarm_attention, and the closed ones.
CREATE INDEX alarm_desk ON alarm (company_id, (acknowledged_at IS NULL), severity, first_at, id) WHERE closed_at IS NULL;
CREATE INDEX alarm_desk_closed ON alarm (company_id, last_at, id) WHERE closed_at IS NOT NULL;
