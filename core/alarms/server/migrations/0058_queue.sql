-- By rank, then unacknowledged first, then the oldest.
CREATE INDEX alarm_queue ON alarm (company_id, app, rank, (acknowledged_at IS NOT NULL), first_at, id) WHERE closed_at IS NULL;
