-- Closed alarms are deleted once they are old enough, a portion at a time.
CREATE INDEX alarm_closed_at ON alarm (closed_at) WHERE closed_at IS NOT NULL;
