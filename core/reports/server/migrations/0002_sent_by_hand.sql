-- Who sent a run to somebody by hand; NULL: it went to a recipient of its report.
ALTER TABLE report_delivery ADD COLUMN sent_by integer REFERENCES users;
CREATE INDEX report_delivery_sent_by ON report_delivery (sent_by) WHERE sent_by IS NOT NULL;

-- The runs of an app, which lists them over all of its reports.
CREATE INDEX report_run_app ON report_run (company_id, app, created_at DESC, id DESC) WHERE app IS NOT NULL;
