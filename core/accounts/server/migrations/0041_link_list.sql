-- Openings within a minute count as one. A link ends when it expires or is revoked.
ALTER TABLE signed_link
  ADD COLUMN openings integer NOT NULL DEFAULT 0,
  ADD COLUMN ended_at timestamptz GENERATED ALWAYS AS (least(until_at, revoked_at)) STORED,
  ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(holder)) STORED;
UPDATE signed_link SET openings = 1 WHERE last_used_at IS NOT NULL;
CREATE INDEX signed_link_company ON signed_link (company_id, id);
CREATE INDEX signed_link_ended ON signed_link (company_id, ended_at, id);
CREATE INDEX signed_link_creator ON signed_link (company_id, created_by, id);
CREATE INDEX signed_link_search ON signed_link USING gin (company_id, search gin_trgm_ops);
