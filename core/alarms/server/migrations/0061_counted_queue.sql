-- With the class, the alarms of a queue are counted without reading them.
DROP INDEX alarm_queue;
CREATE INDEX alarm_queue ON alarm (company_id, app, rank, (acknowledged_at IS NOT NULL), first_at, id) INCLUDE (class) WHERE closed_at IS NULL;
