-- The alarms of several companies, to count those of one party.
CREATE INDEX alarm_shared_open ON alarm (app, id) WHERE shared AND closed_at IS NULL;
CREATE INDEX alarm_shared_raised ON alarm (app, created_at) WHERE shared;
