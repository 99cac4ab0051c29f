-- Since when a unit could not be made, and when the seller was reminded of it.
ALTER TABLE deploy_unit
  ADD COLUMN error_at          timestamptz,
  ADD COLUMN error_reminded_at timestamptz;
CREATE INDEX deploy_unit_error ON deploy_unit (error_at) WHERE state = 'error' AND error_reminded_at IS NULL;

-- What was said about the day on which a bill is due. Each reminder is sent once.
CREATE TABLE bill_reminder (
  bill_id    integer NOT NULL REFERENCES bill,
  company_id integer NOT NULL REFERENCES company,
  kind       text    NOT NULL CHECK (kind IN ('due', 'overdue')),
  PRIMARY KEY (bill_id, kind)
);
SELECT rasid_tenant_table('bill_reminder', false);
CREATE INDEX bill_due ON bill (due_on) WHERE kind = 'invoice';
