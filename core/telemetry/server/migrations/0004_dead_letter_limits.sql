-- How much is kept of each device, so that limits cost no count of all lines. Kept by the triggers below alone.
CREATE TABLE dead_letter_total (
  device_id  integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  kept       integer NOT NULL,
  bytes      bigint NOT NULL
);
SELECT rasid_tenant_table('dead_letter_total', false);
CREATE INDEX dead_letter_total_company ON dead_letter_total (company_id);

-- What was not kept whole, or no longer: its number for each device and reason.
CREATE TABLE dead_letter_folded (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  reason     text NOT NULL,
  count      bigint NOT NULL,
  bytes      bigint NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  UNIQUE (device_id, company_id, reason)
);
SELECT rasid_tenant_table('dead_letter_folded', false);

INSERT INTO dead_letter_total (device_id, company_id, kept, bytes)
SELECT l.device_id, max(l.company_id), count(*), sum(octet_length(l.payload)) FROM dead_letter l GROUP BY l.device_id;

CREATE FUNCTION dead_letters_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dead_letter_total AS t (device_id, company_id, kept, bytes)
  SELECT device_id, max(company_id), count(*), sum(octet_length(payload)) FROM added GROUP BY device_id ORDER BY device_id
  ON CONFLICT (device_id) DO UPDATE SET kept = t.kept + excluded.kept, bytes = t.bytes + excluded.bytes, company_id = excluded.company_id;
  RETURN NULL;
END $$;
CREATE TRIGGER dead_letters_kept AFTER INSERT ON dead_letter REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION dead_letters_kept();

CREATE FUNCTION dead_letters_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dead_letter_total t SET kept = t.kept - g.kept, bytes = t.bytes - g.bytes
    FROM (SELECT device_id, count(*) AS kept, sum(octet_length(payload)) AS bytes FROM gone GROUP BY device_id) g
   WHERE t.device_id = g.device_id;
  RETURN NULL;
END $$;
CREATE TRIGGER dead_letters_gone AFTER DELETE ON dead_letter REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION dead_letters_gone();

-- The oldest of one device, which go first.
CREATE INDEX dead_letter_oldest ON dead_letter (device_id, received_at, id);
