-- The newest events of a company.
CREATE INDEX alarm_event_company ON alarm_event (company_id, id);
