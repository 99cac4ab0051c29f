-- The nightly retention of the kit finds old stays by company, end and id; those that last have no end.
CREATE INDEX sparking_stay_retained ON sparking_stay (company_id, to_at, id) WHERE to_at IS NOT NULL;
