-- Since when a unit could not be made, and when the seller was reminded of it.
ALTER TABLE deploy_unit
  ADD COLUMN error_at          timestamptz,
  ADD COLUMN error_reminded_at timestamptz;
CREATE INDEX deploy_unit_error ON deploy_unit (error_at) WHERE state = 'error' AND error_reminded_at IS NULL;
CREATE INDEX bill_due ON bill (due_on) WHERE kind = 'invoice';
