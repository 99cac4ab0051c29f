-- One line for each measurement. The primary key is what makes a repeated message change nothing. Only the telemetry
-- slice reads it, for devices that the caller may see: hence no company here, and no right for rasid_app.
CREATE TABLE reading (
  device_id integer     NOT NULL,
  sensor_id integer     NOT NULL,
  time      timestamptz NOT NULL,
  value     double precision,
  word      text,
  PRIMARY KEY (device_id, sensor_id, time)
) PARTITION BY RANGE (time);
ALTER TABLE reading ENABLE ROW LEVEL SECURITY;
ALTER TABLE reading FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON reading TO rasid_all USING (true);
GRANT SELECT, INSERT, DELETE ON reading TO rasid_all;
-- What lies outside the weekly partitions, such as the memory of a device that was offline for months.
CREATE TABLE reading_other PARTITION OF reading DEFAULT;

-- Makes the weekly partition (weeks begin on Saturday, UTC) that holds an instant. Nothing happens when it is there.
CREATE FUNCTION rasid_reading_partition(at timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('week', at + interval '2 days', 'UTC') - interval '2 days';
  name text := 'reading_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274334);
    IF to_regclass(name) IS NULL THEN
      -- Rows that had to go to the default partition move over, or the new one could not be attached.
      EXECUTE format('CREATE TABLE %I (LIKE reading INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
      EXECUTE format('WITH moved AS (DELETE FROM reading_other WHERE time >= %L AND time < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, first + interval '7 days', name);
      EXECUTE format('ALTER TABLE reading ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, first + interval '7 days');
      -- Whole weeks of new lines arrive at the end of each device's range; the default would vacuum them over and over.
      EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_analyze_scale_factor = 0.2)', name);
    END IF;
  END IF;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION rasid_reading_partition(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_reading_partition(timestamptz) TO rasid_all;

-- Drops whole weeks that ended before an instant; returns how many.
CREATE FUNCTION rasid_drop_readings(before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'reading'::regclass AND c.relname ~ '^reading_\d{8}$' LOOP
    IF to_date(right(part.relname, 8), 'YYYYMMDD') + 7 <= (before AT TIME ZONE 'UTC')::date THEN
      EXECUTE format('DROP TABLE %I', part.relname);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  DELETE FROM reading_other WHERE time < before;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_readings(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_readings(timestamptz) TO rasid_all;

SELECT rasid_reading_partition(now() + n * interval '7 days') FROM generate_series(-5, 2) n;

CREATE TABLE dead_letter (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id   integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id  integer NOT NULL REFERENCES company,
  topic       text NOT NULL,
  payload     bytea NOT NULL,
  size        integer NOT NULL,
  reasons     jsonb NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  replayed_at timestamptz
);
SELECT rasid_tenant_table('dead_letter', false);
CREATE INDEX dead_letter_list ON dead_letter (company_id, id);
CREATE INDEX dead_letter_device ON dead_letter (device_id, id);
