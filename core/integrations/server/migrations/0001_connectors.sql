-- What stands between devices and the platform: a network server, a tracking server or anything that posts JSON.
CREATE TABLE connector (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  kind            text    NOT NULL,
  name            text    NOT NULL,
  key             text    NOT NULL UNIQUE,
  enabled         boolean NOT NULL,
  networks        text[]  NOT NULL,
  rate            integer NOT NULL CHECK (rate > 0),
  auto_create     text    NOT NULL,
  allow_simulated boolean NOT NULL,
  profiles        jsonb   NOT NULL,
  mapping         jsonb   NOT NULL,
  pointers        jsonb   NOT NULL,
  search          text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, name),
  UNIQUE (id, company_id)
);
SELECT rasid_tenant_table('connector');
CREATE INDEX connector_search ON connector USING gin (company_id, search gin_trgm_ops);
CREATE INDEX connector_created ON connector (company_id, created_at, id);

-- The secrets of a connector, two while it gets a new one. The newest has no end.
CREATE TABLE connector_secret (
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  secret_hash  bytea   NOT NULL,
  valid_until  timestamptz,
  PRIMARY KEY (connector_id, secret_hash),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_secret', false);

-- The messages that were received within the last seven days, by hashes of what names them.
CREATE TABLE connector_key (
  connector_id integer     NOT NULL,
  company_id   integer     NOT NULL,
  key          bytea       NOT NULL,
  created_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (connector_id, key, created_at)
) PARTITION BY RANGE (created_at);
SELECT rasid_tenant_table('connector_key', false);
CREATE TABLE connector_key_other PARTITION OF connector_key DEFAULT;

-- Makes the partition of a day (UTC). Nothing happens when it is there.
CREATE FUNCTION rasid_connector_key_partition(at timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('day', at, 'UTC');
  name text := 'connector_key_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274336);
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE connector_key INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
      EXECUTE format('WITH moved AS (DELETE FROM connector_key_other WHERE created_at >= %L AND created_at < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, first + interval '1 day', name);
      EXECUTE format('ALTER TABLE connector_key ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, first + interval '1 day');
    END IF;
  END IF;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION rasid_connector_key_partition(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_connector_key_partition(timestamptz) TO rasid_all;

-- Drops whole days that ended before an instant; returns how many.
CREATE FUNCTION rasid_drop_connector_keys(before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'connector_key'::regclass AND c.relname ~ '^connector_key_\d{8}$' LOOP
    IF to_date(right(part.relname, 8), 'YYYYMMDD') + 1 <= (before AT TIME ZONE 'UTC')::date THEN
      EXECUTE format('DROP TABLE %I', part.relname);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  DELETE FROM connector_key_other WHERE created_at < before;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_connector_keys(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_connector_keys(timestamptz) TO rasid_all;

SELECT rasid_connector_key_partition(now() + n * interval '1 day') FROM generate_series(0, 2) n;

-- The newest messages of each connector, for people and for trying a codec on them.
CREATE TABLE connector_message (
  id           bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  device_id    integer REFERENCES device ON DELETE CASCADE,
  external_id  text,
  event        text    NOT NULL,
  outcome      text    NOT NULL,
  reason       text,
  body         bytea   NOT NULL,
  received_at  timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_message', false);
CREATE INDEX connector_message_newest ON connector_message (connector_id, id);
CREATE INDEX connector_message_device ON connector_message (device_id);

-- Devices that a connector names and the company does not have. Their messages are dead letters.
CREATE TABLE connector_unknown (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  external_id  text    NOT NULL,
  profile      text,
  signal       double precision,
  count        integer NOT NULL,
  first_at     timestamptz NOT NULL,
  last_at      timestamptz NOT NULL,
  UNIQUE (connector_id, external_id),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_unknown', false);
CREATE INDEX connector_unknown_newest ON connector_unknown (connector_id, last_at);

-- The keys of the values that come through a connector, and whether they are values of the devices.
CREATE TABLE connector_field (
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  key          text    NOT NULL,
  example      text    NOT NULL,
  used         boolean NOT NULL,
  PRIMARY KEY (connector_id, key),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_field', false);

-- The connector through which a device reports, and how that names it.
CREATE TABLE connector_device (
  device_id    integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  external_id  text    NOT NULL,
  last_at      timestamptz NOT NULL,
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_device', false);
CREATE INDEX connector_device_name ON connector_device (connector_id, external_id);
