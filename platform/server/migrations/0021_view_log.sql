-- Who viewed what about people: tracks, pictures, searches. Nobody may change or delete a line of it.
CREATE TABLE view_log (
  id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL,
  created_at      timestamptz NOT NULL DEFAULT now(),
  user_id         integer NOT NULL, -- who viewed it
  impersonated_by integer DEFAULT rasid_impersonated_by(),
  app_id          text NOT NULL,
  kind            text NOT NULL, -- one of the manifest's viewLogs
  subject_type    text NOT NULL, -- the table of whom or what the view is about
  subject_id      integer NOT NULL,
  through_type    text, -- the record through which it was viewed
  through_id      integer,
  viewed_from     timestamptz, -- the viewed period; null for the present state
  viewed_to       timestamptz,
  reason          text,
  CHECK ((through_type IS NULL) = (through_id IS NULL))
);
CREATE INDEX view_log_company ON view_log (company_id, id);
CREATE INDEX view_log_user ON view_log (company_id, user_id, id);
CREATE INDEX view_log_subject ON view_log (subject_type, subject_id, id);
CREATE INDEX view_log_through ON view_log (through_type, through_id, id);
ALTER TABLE view_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE view_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON view_log FOR SELECT TO rasid_app USING (company_id = ANY ((SELECT rasid_companies())::integer[]));
CREATE POLICY everything ON view_log FOR SELECT TO rasid_all USING (true);
-- A person records their own views only.
CREATE POLICY adding ON view_log FOR INSERT TO rasid_app
  WITH CHECK (company_id = ANY ((SELECT rasid_companies())::integer[]) AND user_id = (SELECT rasid_user()));
CREATE POLICY adding_any ON view_log FOR INSERT TO rasid_all WITH CHECK (true);
GRANT SELECT, INSERT ON view_log TO rasid_app, rasid_all;
