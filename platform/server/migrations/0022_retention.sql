-- For how many days a company keeps the records of a kind, and by what law; without a row the default of the kind applies.
CREATE TABLE retention_setting (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL,
  app         text    NOT NULL,
  name        text    NOT NULL,
  days        integer NOT NULL CHECK (days > 0),
  legal_basis text    NOT NULL,
  set_by      integer DEFAULT rasid_user(),
  impersonated_by integer DEFAULT rasid_impersonated_by(),
  set_at      timestamptz NOT NULL DEFAULT now(),
  version     integer NOT NULL DEFAULT 1,
  UNIQUE (company_id, app, name)
);
SELECT rasid_tenant_table('retention_setting');

-- What retention has done to the rows of a table of a company in its last run, or has done so far.
CREATE TABLE retention_run (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL,
  app         text    NOT NULL,
  setting     text    NOT NULL,
  table_name  text    NOT NULL,
  due_at      timestamptz, -- when the next batch is due; null between two runs
  began_at    timestamptz NOT NULL,
  ended_at    timestamptz, -- null while it runs
  after_at    timestamptz, -- the last row of the last batch
  after_id    bigint,
  rows        bigint NOT NULL DEFAULT 0,
  files       bigint NOT NULL DEFAULT 0,
  oldest_left timestamptz,
  UNIQUE (company_id, app, setting, table_name)
);
CREATE INDEX retention_run_due ON retention_run (due_at) WHERE due_at IS NOT NULL;
SELECT rasid_tenant_table('retention_run', false);

-- The columns of a line that had changed and whose values were erased.
ALTER TABLE change_log ADD COLUMN forgotten text[] NOT NULL DEFAULT '{}';

CREATE FUNCTION rasid_erased(row_data jsonb, columns text[]) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT row_data || coalesce((SELECT jsonb_object_agg(c, NULL) FROM unnest(columns) c WHERE row_data ? c), '{}')
$$;

-- Nobody may change or delete a line of the log, except that its values may be erased. Only the system does that.
CREATE FUNCTION rasid_only_forget() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.before IS DISTINCT FROM rasid_erased(OLD.before, ARRAY(SELECT key FROM jsonb_each(NEW.before) WHERE value = 'null'))
     OR NEW.after IS DISTINCT FROM rasid_erased(OLD.after, ARRAY(SELECT key FROM jsonb_each(NEW.after) WHERE value = 'null'))
     OR NOT NEW.forgotten @> OLD.forgotten THEN
    RAISE 'a line of the change log may only lose values' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER only_forget BEFORE UPDATE ON change_log FOR EACH ROW WHEN (current_user = 'rasid_all') EXECUTE FUNCTION rasid_only_forget();
CREATE POLICY forgetting ON change_log FOR UPDATE TO rasid_all USING (true);
GRANT UPDATE (before, after, forgotten) ON change_log TO rasid_all;

-- Erases columns of rows of a table from its history, and records which of them had changed.
CREATE FUNCTION rasid_forget_logged(logged text, rows text[], columns text[]) RETURNS void LANGUAGE sql AS $$
  UPDATE change_log l
     SET before = rasid_erased(before, columns), after = rasid_erased(after, columns),
         forgotten = ARRAY(SELECT unnest(l.forgotten) UNION SELECT c FROM unnest(columns) c WHERE l.before ->> c IS DISTINCT FROM l.after ->> c)
   WHERE table_name = logged AND row_id = ANY (rows)
     AND (before IS DISTINCT FROM rasid_erased(before, columns) OR after IS DISTINCT FROM rasid_erased(after, columns))
$$;
