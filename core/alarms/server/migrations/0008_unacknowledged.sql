-- What the bell counts and shows, newest first.
CREATE INDEX alarm_unacknowledged ON alarm (company_id, last_at, id) WHERE closed_at IS NULL AND acknowledged_at IS NULL;
