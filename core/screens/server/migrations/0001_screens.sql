-- Screens that show what an app knows of a record. What opens it is a feed about the screen.
CREATE TABLE screen (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  name         text NOT NULL,
  app          text NOT NULL,
  kind         text NOT NULL,
  subject_id   integer NOT NULL,
  structure_id integer,
  language     text NOT NULL CHECK (language IN ('both', 'en', 'ar')),
  paired_by    integer,
  paired_at    timestamptz NOT NULL DEFAULT now(),
  seen_at      timestamptz,
  search       text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  FOREIGN KEY (structure_id, company_id) REFERENCES structure (id, company_id) ON DELETE SET NULL (structure_id)
) WITH (fillfactor = 70);
CREATE INDEX screen_company ON screen (company_id, id);
CREATE INDEX screen_name ON screen (company_id, name, id);
CREATE INDEX screen_structure ON screen (structure_id) WHERE structure_id IS NOT NULL;
CREATE INDEX screen_search ON screen USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('screen', false);
-- It is seen every half minute.
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF name, language, paired_by, paired_at
  ON screen FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- Devices that show a code and wait until a person enters it. They belong to nobody before.
CREATE TABLE screen_pairing (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code        text NOT NULL,
  secret_hash bytea NOT NULL UNIQUE,
  expires_at  timestamptz NOT NULL,
  address     text -- from where the screen reads what it shows; NULL: nobody has entered the code
);
CREATE UNIQUE INDEX screen_pairing_code ON screen_pairing (code) WHERE address IS NULL;
CREATE INDEX screen_pairing_expires_at ON screen_pairing (expires_at);
SELECT rasid_system_table('screen_pairing');
