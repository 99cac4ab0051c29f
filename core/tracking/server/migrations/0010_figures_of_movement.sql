-- Seconds of segments; driving_s is null for trips that were made before it was counted. The time of a trip is driving
-- or idle, that of a stop may be idle.
ALTER TABLE track_segment
  ADD COLUMN idle_s    integer NOT NULL DEFAULT 0,
  ADD COLUMN driving_s integer,
  ADD COLUMN pauses    integer NOT NULL DEFAULT 0,
  -- What measured the metres of a trip.
  ADD COLUMN source    text    NOT NULL DEFAULT 'gps' CHECK (source IN ('gps', 'odometer')),
  -- The ignition was off.
  ADD COLUMN towed     boolean NOT NULL DEFAULT false,
  -- One more each time that late positions have changed a segment which had ended.
  ADD COLUMN version   integer NOT NULL DEFAULT 1;

-- What a device did in each quarter of an hour of UTC, for the subject that it was on: itself, or what it was fitted to. A
-- quarter in which it passed on has a row for each subject. Replaced with the segments from which the rows are made. A
-- past quarter has 900 seconds in all.
CREATE TABLE track_quarter (
  subject_type text        NOT NULL,
  subject_id   integer     NOT NULL,
  quarter      timestamptz NOT NULL,
  -- The device that reported it. Not a reference: dropping a month would lock the devices.
  device_id    integer     NOT NULL,
  -- Who drove; null if unknown.
  person_id    integer,
  metres       integer     NOT NULL,
  -- The distance between the ends of gaps, in the quarter in which a gap ended; not part of metres.
  gap_metres   integer     NOT NULL,
  driving_s    smallint    NOT NULL,
  idle_s       smallint    NOT NULL,
  stopped_s    smallint    NOT NULL,
  nodata_s     smallint    NOT NULL,
  -- Trips that began in it.
  starts       smallint    NOT NULL,
  -- km/h; 0 if the device did not move.
  max_speed    integer     NOT NULL,
  UNIQUE NULLS NOT DISTINCT (subject_type, subject_id, quarter, device_id, person_id)
) PARTITION BY RANGE (quarter);
SELECT rasid_system_table('track_quarter');
CREATE INDEX track_quarter_device ON track_quarter (device_id, quarter);
CREATE TABLE track_quarter_other PARTITION OF track_quarter DEFAULT;

-- Makes the partition of a month of UTC. Nothing happens when it is there.
CREATE FUNCTION rasid_track_quarter_month(at timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('month', at, 'UTC');
  next timestamptz := date_trunc('month', first + interval '40 days', 'UTC');
  name text := 'track_quarter_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMM');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274334, hashtext('track_quarter'));
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE track_quarter INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
      EXECUTE format('WITH moved AS (DELETE FROM track_quarter_other WHERE quarter >= %L AND quarter < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, next, name);
      EXECUTE format('ALTER TABLE track_quarter ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, next);
    END IF;
  END IF;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION rasid_track_quarter_month(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_track_quarter_month(timestamptz) TO rasid_all;

-- Drops whole months that ended before an instant; returns how many.
CREATE FUNCTION rasid_drop_track_quarters(before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = 'track_quarter'::regclass AND c.relname ~ '^track_quarter_\d{6}$' LOOP
    IF to_date(right(part.relname, 6), 'YYYYMM') + interval '1 month' <= before AT TIME ZONE 'UTC' THEN
      EXECUTE format('DROP TABLE %I', part.relname);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  DELETE FROM track_quarter_other WHERE quarter < before;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_track_quarters(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_track_quarters(timestamptz) TO rasid_all;

SELECT rasid_track_quarter_month(date_trunc('month', now(), 'UTC') + n * interval '1 month') FROM generate_series(-14, 1) n;

-- Until when the quarters after the last position are recorded as without data; null while none is.
ALTER TABLE track_progress ADD COLUMN silent_until timestamptz;

-- Devices whose quarters are still to be made from segments that were made before there were quarters, and from when on.
CREATE TABLE track_quarter_fill (
  device_id   integer     PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  filled_from timestamptz NOT NULL DEFAULT '-infinity'
);
SELECT rasid_system_table('track_quarter_fill');
-- As the role that sees the rows.
SET LOCAL ROLE rasid_all;
INSERT INTO track_quarter_fill (device_id) SELECT device_id FROM track_progress;
-- What 0005 has left undone where the owner of the tables does not see them.
UPDATE track_progress SET state = jsonb_build_object(
  'track', state,
  'judgement', jsonb_build_object(
    'last', state -> 'last' || '{"accuracy": null, "source": "gnss"}',
    'runs', '[]'::jsonb,
    'until', state -> 'last' -> 'time'))
 WHERE NOT state ? 'judgement';
RESET ROLE;

ALTER TABLE tracking_setting
  ADD COLUMN least_trip_metres  integer,
  ADD COLUMN least_trip_seconds integer,
  ADD COLUMN idle_speed         integer,
  ADD COLUMN distance_source    text CHECK (distance_source IN ('auto', 'gps', 'odometer'));
