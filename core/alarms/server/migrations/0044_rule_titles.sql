-- The name of a rule in both languages, if its template has both. The search finds both.
ALTER TABLE alarm_rule ADD COLUMN titles jsonb, DROP COLUMN search;
ALTER TABLE alarm_rule
  ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(name || coalesce(' ' || (titles ->> 'en') || ' ' || (titles ->> 'ar'), ''))) STORED;
CREATE INDEX alarm_rule_search ON alarm_rule USING gin (company_id, search gin_trgm_ops);
