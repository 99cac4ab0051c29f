-- Scripts that decode the payloads of devices. A version never changes; one of a codec is active at a time.
CREATE TABLE codec (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  name        text    NOT NULL,
  description text    NOT NULL,
  search      text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, name),
  UNIQUE (id, company_id)
);
SELECT rasid_tenant_table('codec');
CREATE INDEX codec_search ON codec USING gin (company_id, search gin_trgm_ops);
CREATE INDEX codec_created ON codec (company_id, created_at, id);

CREATE TABLE codec_version (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  codec_id   integer NOT NULL,
  company_id integer NOT NULL,
  number     integer NOT NULL,
  state      text    NOT NULL CHECK (state IN ('draft', 'active', 'retired')),
  source     text    NOT NULL CHECK (octet_length(source) <= 65536),
  samples    jsonb   NOT NULL,
  variables  jsonb   NOT NULL,
  user_id    integer DEFAULT rasid_user(),
  UNIQUE (codec_id, number),
  FOREIGN KEY (codec_id, company_id) REFERENCES codec (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('codec_version');
SELECT rasid_part_of('codec_version', 'codec_id');
CREATE UNIQUE INDEX codec_version_active ON codec_version (codec_id) WHERE state = 'active';

CREATE FUNCTION codec_version_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (NEW.source, NEW.samples, NEW.variables, NEW.number, NEW.codec_id) IS DISTINCT FROM (OLD.source, OLD.samples, OLD.variables, OLD.number, OLD.codec_id) THEN
    RAISE EXCEPTION 'a version of a codec never changes';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER codec_version_stays BEFORE UPDATE ON codec_version FOR EACH ROW EXECUTE FUNCTION codec_version_stays();

-- The codec of the messages of a connector; the profile of a device may name another.
ALTER TABLE connector ADD COLUMN codec_id integer, ADD FOREIGN KEY (codec_id, company_id) REFERENCES codec (id, company_id);
CREATE INDEX connector_codec ON connector (codec_id);
