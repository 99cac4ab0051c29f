-- The steps of the lifecycle of a record: who, for whom, from which state to which. Seen by those who see the record;
-- nobody changes them, and they go with the record.
CREATE FUNCTION rasid_steps(subject regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  name text := format('%I', subject::text || '_step');
BEGIN
  EXECUTE format('CREATE TABLE %s (
    id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject_id      integer     NOT NULL REFERENCES %s ON DELETE CASCADE,
    at              timestamptz NOT NULL DEFAULT now(),
    step            text        NOT NULL,
    state_before    text,
    state_after     text,
    detail          jsonb       NOT NULL DEFAULT ''{}'',
    user_id         integer     DEFAULT rasid_user(),
    impersonated_by integer     DEFAULT rasid_impersonated_by())', name, subject);
  EXECUTE format('CREATE INDEX ON %s (subject_id, id)', name);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  -- The policies of the record decide.
  EXECUTE format('CREATE POLICY of_record ON %s TO rasid_app USING (EXISTS (SELECT FROM %s s WHERE s.id = subject_id))', name, subject);
  EXECUTE format('CREATE POLICY everything ON %s TO rasid_all USING (true)', name);
  EXECUTE format('GRANT SELECT, INSERT ON %s TO rasid_app, rasid_all', name);
END $$;
