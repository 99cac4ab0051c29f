-- What proves that work on a record of an app was done. The app decides who sees and adds it.
CREATE TABLE proof (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   integer NOT NULL,
  -- Chosen by the device, which may send the same proof again.
  client_id    uuid NOT NULL,
  kind         text NOT NULL CHECK (kind IN ('photo', 'signature', 'scan', 'code', 'checklist')),
  done_at      timestamptz NOT NULL,
  received_at  timestamptz NOT NULL,
  lat          double precision,
  lng          double precision,
  accuracy     double precision, -- m
  data         jsonb NOT NULL DEFAULT '{}',
  file_id      integer,
  user_id      integer DEFAULT rasid_user(),
  impersonated_by integer DEFAULT rasid_impersonated_by(),
  UNIQUE (company_id, client_id),
  CHECK ((lat IS NULL) = (lng IS NULL)),
  CHECK (accuracy IS NULL OR lat IS NOT NULL),
  CHECK ((file_id IS NOT NULL) = (kind IN ('photo', 'signature')))
);
CREATE INDEX proof_subject ON proof (company_id, app_id, subject_type, subject_id, done_at, id);
CREATE INDEX proof_file ON proof (file_id);
SELECT rasid_tenant_table('proof');
SELECT rasid_owns_file('proof', 'file_id');

CREATE FUNCTION rasid_drop_proofs() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM proof
   WHERE company_id = OLD.company_id AND app_id = TG_ARGV[0] AND subject_type = TG_ARGV[1] AND subject_id = OLD.id;
  RETURN NULL;
END $$;

-- The proofs of a kind of record go with the record.
CREATE FUNCTION rasid_proofs(subject regclass, app text, type text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER proofs AFTER DELETE ON %s FOR EACH ROW EXECUTE FUNCTION rasid_drop_proofs(%L, %L)', subject, app, type);
END $$;
