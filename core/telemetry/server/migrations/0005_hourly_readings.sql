-- What each sensor of each device measured within an hour: a chart of a year reads thousands of lines instead of millions.
-- As with readings, the primary key carries the values and there is no company.
CREATE TABLE reading_hour (
  device_id integer          NOT NULL,
  sensor_id integer          NOT NULL,
  hour      timestamptz      NOT NULL,
  count     integer          NOT NULL,
  sum       double precision NOT NULL,
  low       double precision NOT NULL,
  high      double precision NOT NULL,
  PRIMARY KEY (device_id, sensor_id, hour) INCLUDE (count, sum, low, high)
) PARTITION BY RANGE (hour);
ALTER TABLE reading_hour ENABLE ROW LEVEL SECURITY;
ALTER TABLE reading_hour FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON reading_hour TO rasid_all USING (true);
GRANT SELECT, INSERT, DELETE ON reading_hour TO rasid_all;

-- Up to which hour the readings of a device are summed up. The row is also the lock of whoever sums them up.
CREATE TABLE reading_rollup (
  device_id    integer     PRIMARY KEY,
  rolled_until timestamptz NOT NULL
);
ALTER TABLE reading_rollup ENABLE ROW LEVEL SECURITY;
ALTER TABLE reading_rollup FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON reading_rollup TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON reading_rollup TO rasid_all;
CREATE INDEX reading_rollup_until ON reading_rollup (rolled_until);

-- Hours that got points after they were over, written with the points. Each batch adds lines of its own: a line that was
-- there already could be removed by a worker that does not see the points of the batch yet.
CREATE TABLE reading_late (
  id        bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer     NOT NULL,
  hour      timestamptz NOT NULL
);
ALTER TABLE reading_late ENABLE ROW LEVEL SECURITY;
ALTER TABLE reading_late FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON reading_late TO rasid_all USING (true);
GRANT SELECT, INSERT, DELETE ON reading_late TO rasid_all;
CREATE INDEX reading_late_device ON reading_late (device_id, hour);

-- Makes the partition of the month (UTC) that holds an instant. Nothing happens when it is there.
CREATE FUNCTION rasid_reading_hour_partition(at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('month', at, 'UTC');
  name text := 'reading_hour_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMM');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274335);
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE reading_hour INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
      EXECUTE format('ALTER TABLE reading_hour ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, date_trunc('month', first + interval '40 days', 'UTC'));
    END IF;
  END IF;
END $$;
REVOKE ALL ON FUNCTION rasid_reading_hour_partition(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_reading_hour_partition(timestamptz) TO rasid_all;

-- Drops whole months that ended before an instant.
CREATE FUNCTION rasid_drop_reading_hours(before timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'reading_hour'::regclass LOOP
    IF to_date(right(part.relname, 6), 'YYYYMM') + interval '1 month' <= before AT TIME ZONE 'UTC' THEN
      EXECUTE format('DROP TABLE %I', part.relname);
    END IF;
  END LOOP;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_reading_hours(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_reading_hours(timestamptz) TO rasid_all;

-- The hour before which no reading lies.
CREATE FUNCTION rasid_first_reading_hour() RETURNS timestamptz LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT least((SELECT date_trunc('hour', min(time), 'UTC') FROM reading_other),
               (SELECT min(to_date(right(c.relname, 8), 'YYYYMMDD'))::timestamp AT TIME ZONE 'UTC' FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
                 WHERE i.inhparent = 'reading'::regclass AND c.relname ~ '^reading_\d{8}$'))
$$;
REVOKE ALL ON FUNCTION rasid_first_reading_hour() FROM public;
GRANT EXECUTE ON FUNCTION rasid_first_reading_hour() TO rasid_all;
