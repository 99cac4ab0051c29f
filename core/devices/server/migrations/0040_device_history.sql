-- The newest lines of all devices of a company.
CREATE INDEX device_log_company ON device_log (company_id, id);
CREATE INDEX device_log_company_at ON device_log (company_id, at, id);
