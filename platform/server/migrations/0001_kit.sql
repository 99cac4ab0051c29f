-- Two roles without login. rasid_app sees the companies of the transaction, rasid_all sees every one.
DO $$
DECLARE r text;
BEGIN
  FOREACH r IN ARRAY ARRAY['rasid_app', 'rasid_all'] LOOP
    BEGIN
      EXECUTE format('CREATE ROLE %I NOLOGIN', r);
    EXCEPTION WHEN duplicate_object OR unique_violation THEN
      NULL; -- roles belong to the whole server: another database of it has made them
    END;
    BEGIN
      EXECUTE format('GRANT %I TO CURRENT_USER', r);
    EXCEPTION WHEN unique_violation OR internal_error THEN
      NULL; -- two databases of one server migrating at the same moment
    END;
  END LOOP;
END $$;

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;
GRANT USAGE ON SCHEMA public TO rasid_app, rasid_all;

-- The same folding as platform/common/search.ts.
CREATE FUNCTION rasid_fold(source text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT btrim(regexp_replace(
    translate(
      regexp_replace(lower(source), '[\u064B-\u065F\u0670\u0640]', '', 'g'),
      'أإآٱىةؤئ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااايهوي01234567890123456789'),
    '\s+', ' ', 'g'))
$$;

CREATE FUNCTION rasid_companies() RETURNS integer[] LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT coalesce(nullif(current_setting('rasid.companies', true), ''), '{}')::integer[]
$$;
CREATE FUNCTION rasid_user() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rasid.user', true), '')::integer
$$;

-- Every change of a record: who, for whom, before, after. Nobody may change or delete a line of it.
CREATE TABLE change_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now(),
  user_id    integer,
  company_id integer,
  table_name text NOT NULL,
  row_id     text NOT NULL,
  action     text NOT NULL,
  before     jsonb,
  after      jsonb
);
CREATE INDEX change_log_row ON change_log (table_name, row_id, id);
CREATE INDEX change_log_company ON change_log (company_id, id);
ALTER TABLE change_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE change_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON change_log FOR SELECT TO rasid_app USING (company_id = ANY ((SELECT rasid_companies())::integer[]));
CREATE POLICY everything ON change_log FOR SELECT TO rasid_all USING (true);
CREATE POLICY adding ON change_log FOR INSERT WITH CHECK (true);
GRANT SELECT, INSERT ON change_log TO rasid_app, rasid_all;

-- Columns that must not be copied into the log.
CREATE FUNCTION rasid_loggable(row_data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT row_data - ARRAY['password_hash', 'secret_hash', 'refresh_hash', 'token_hash', 'search', 'sealed']
$$;

CREATE FUNCTION rasid_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE rasid_loggable(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE rasid_loggable(to_jsonb(NEW)) END;
  whole jsonb := coalesce(new_row, old_row);
BEGIN
  IF TG_OP = 'UPDATE' AND old_row = new_row THEN RETURN NULL; END IF;
  INSERT INTO change_log (user_id, company_id, table_name, row_id, action, before, after)
  VALUES (rasid_user(), CASE WHEN TG_TABLE_NAME = 'company' THEN whole ->> 'id' ELSE whole ->> 'company_id' END::integer,
          TG_TABLE_NAME, coalesce(whole ->> 'id', ''), lower(TG_OP), old_row, new_row);
  RETURN NULL;
END $$;

-- A table of records that belong to companies: row-level security, created_at, change log.
CREATE FUNCTION rasid_tenant_table(name regclass, logged boolean DEFAULT true) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ADD COLUMN IF NOT EXISTS created_at timestamptz NOT NULL DEFAULT now()', name);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY tenant ON %s TO rasid_app USING (company_id = ANY ((SELECT rasid_companies())::integer[]))', name);
  EXECUTE format('CREATE POLICY everything ON %s TO rasid_all USING (true)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO rasid_app, rasid_all', name);
  IF logged THEN
    EXECUTE format('CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION rasid_log_change()', name);
  END IF;
END $$;

-- A table that only the system itself reads and writes.
CREATE FUNCTION rasid_system_table(name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY everything ON %s TO rasid_all USING (true)', name);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO rasid_all', name);
END $$;

-- A list that everybody may read and only migrations write.
CREATE FUNCTION rasid_shared_table(name regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('GRANT SELECT ON %s TO rasid_app, rasid_all', name);
END $$;

CREATE TABLE idempotency (
  user_id      integer NOT NULL,
  key          text NOT NULL,
  route        text NOT NULL,
  request_hash text NOT NULL,
  status       integer,
  reply        jsonb,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, key)
);
ALTER TABLE idempotency ENABLE ROW LEVEL SECURITY;
ALTER TABLE idempotency FORCE ROW LEVEL SECURITY;
CREATE POLICY own ON idempotency TO rasid_app USING (user_id = (SELECT rasid_user()));
CREATE POLICY everything ON idempotency TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON idempotency TO rasid_app, rasid_all;

CREATE TABLE mail_outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL,
  subject    text NOT NULL,
  text       text NOT NULL,
  html       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz,
  attempts   integer NOT NULL DEFAULT 0,
  last_error text
);
SELECT rasid_system_table('mail_outbox');
GRANT INSERT ON mail_outbox TO rasid_app;
CREATE POLICY adding ON mail_outbox FOR INSERT TO rasid_app WITH CHECK (true);
