-- The nightly retention of the kit finds old rows by company, time and id.
ALTER TABLE sparking_interval ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX sparking_interval_old;
CREATE INDEX sparking_interval_retained ON sparking_interval (company_id, to_at, id) WHERE to_at IS NOT NULL;
ALTER TABLE sparking_quarter ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY;
DROP INDEX sparking_quarter_old;
CREATE INDEX sparking_quarter_retained ON sparking_quarter (company_id, at, id);
