-- Closed alarms are deleted company by company.
DROP INDEX alarm_closed_at;
CREATE INDEX alarm_closed_at ON alarm (company_id, closed_at, id) WHERE closed_at IS NOT NULL;
