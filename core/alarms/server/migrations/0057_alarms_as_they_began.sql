-- The alarms of an app in the order in which they began, open and closed ones.
CREATE INDEX alarm_begun ON alarm (company_id, app, first_at, id);
