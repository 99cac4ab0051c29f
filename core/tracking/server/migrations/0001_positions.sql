-- One line for each position. The primary key is what makes a repeated message change nothing. Only this slice reads it,
-- for devices that the caller may see: hence no company here, and no right for rasid_app.
CREATE TABLE device_position (
  device_id  integer          NOT NULL,
  time       timestamptz      NOT NULL,
  lat        double precision NOT NULL,
  lng        double precision NOT NULL,
  accuracy   real,
  speed      real,
  heading    real,
  altitude   real,
  satellites smallint,
  source     smallint         NOT NULL,
  motion     boolean,
  flags      smallint         NOT NULL DEFAULT 0,
  PRIMARY KEY (device_id, time)
) PARTITION BY RANGE (time);
ALTER TABLE device_position ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_position FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_position TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON device_position TO rasid_all;
CREATE TABLE device_position_other PARTITION OF device_position DEFAULT;

-- Makes the weekly partition (weeks begin on Saturday, UTC) that holds an instant. Nothing happens when it is there.
CREATE FUNCTION rasid_position_partition(at timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('week', at + interval '2 days', 'UTC') - interval '2 days';
  name text := 'device_position_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(name) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274335);
    IF to_regclass(name) IS NULL THEN
      EXECUTE format('CREATE TABLE %I (LIKE device_position INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name);
      EXECUTE format('WITH moved AS (DELETE FROM device_position_other WHERE time >= %L AND time < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', first, first + interval '7 days', name);
      EXECUTE format('ALTER TABLE device_position ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', name, first, first + interval '7 days');
      EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_analyze_scale_factor = 0.2)', name);
    END IF;
  END IF;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION rasid_position_partition(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_position_partition(timestamptz) TO rasid_all;

-- Drops whole weeks that ended before an instant; returns how many.
CREATE FUNCTION rasid_drop_positions(before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'device_position'::regclass AND c.relname ~ '^device_position_\d{8}$' LOOP
    IF to_date(right(part.relname, 8), 'YYYYMMDD') + 7 <= (before AT TIME ZONE 'UTC')::date THEN
      EXECUTE format('DROP TABLE %I', part.relname);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  DELETE FROM device_position_other WHERE time < before;
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_positions(timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_positions(timestamptz) TO rasid_all;

SELECT rasid_position_partition(now() + n * interval '7 days') FROM generate_series(-5, 2) n;

-- The newest position of each device that has one; it only moves forward in time.
CREATE TABLE device_place (
  device_id  integer          PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  time       timestamptz      NOT NULL,
  lat        double precision NOT NULL,
  lng        double precision NOT NULL,
  accuracy   real,
  speed      real,
  heading    real,
  source     smallint         NOT NULL,
  motion     boolean,
  coarse     boolean          NOT NULL,
  moved_at   timestamptz      NOT NULL DEFAULT now(),
  -- A fix that is far from the newest position, until the next one shows which of them is wrong.
  suspect    jsonb
) WITH (fillfactor = 70);
ALTER TABLE device_place ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_place FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_place TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON device_place TO rasid_all;

-- Geofences that a device is in, has left, or may be entering. A device without a line for a fence is outside of it.
CREATE TABLE device_fence (
  device_id    integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  geofence_id  integer     NOT NULL REFERENCES geofence ON DELETE CASCADE,
  inside       boolean     NOT NULL,
  since        timestamptz NOT NULL,
  event        boolean     NOT NULL,
  candidate_at timestamptz,
  PRIMARY KEY (device_id, geofence_id)
);
CREATE INDEX device_fence_geofence ON device_fence (geofence_id);
ALTER TABLE device_fence ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_fence FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_fence TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON device_fence TO rasid_all;

-- What happened at geofences, for visits and reports.
CREATE TABLE fence_event (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer     NOT NULL REFERENCES company,
  device_id   integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  geofence_id integer     NOT NULL REFERENCES geofence ON DELETE CASCADE,
  kind        text        NOT NULL CHECK (kind IN ('enter', 'exit')),
  time        timestamptz NOT NULL,
  lat         double precision NOT NULL,
  lng         double precision NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_tenant_table('fence_event', false);
CREATE INDEX fence_event_device ON fence_event (device_id, time);
CREATE INDEX fence_event_list ON fence_event (company_id, time);
CREATE INDEX fence_event_geofence ON fence_event (geofence_id);

-- Stops, trips and gaps of a device in the order of time; the last one may still run.
CREATE TABLE track_segment (
  device_id  integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  started_at timestamptz NOT NULL,
  ended_at   timestamptz NOT NULL,
  kind       text        NOT NULL CHECK (kind IN ('stop', 'trip', 'gap')),
  running    boolean     NOT NULL,
  metres     double precision NOT NULL,
  top_speed  real,
  fixes      integer     NOT NULL,
  start_lat  double precision NOT NULL,
  start_lng  double precision NOT NULL,
  end_lat    double precision NOT NULL,
  end_lng    double precision NOT NULL,
  PRIMARY KEY (device_id, started_at)
);
ALTER TABLE track_segment ENABLE ROW LEVEL SECURITY;
ALTER TABLE track_segment FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON track_segment TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON track_segment TO rasid_all;

-- How far the segments of a device are made.
CREATE TABLE track_progress (
  device_id  integer     PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  state      jsonb       NOT NULL,
  made_until timestamptz NOT NULL
) WITH (fillfactor = 70);
ALTER TABLE track_progress ENABLE ROW LEVEL SECURITY;
ALTER TABLE track_progress FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON track_progress TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON track_progress TO rasid_all;

-- From when on there are positions that the segments of a device do not know yet. Lines are only added and taken, so that
-- whoever stores positions waits for nobody.
CREATE TABLE track_due (
  id         bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id  integer     NOT NULL,
  due_from   timestamptz NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
ALTER TABLE track_due ENABLE ROW LEVEL SECURITY;
ALTER TABLE track_due FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON track_due TO rasid_all USING (true);
GRANT SELECT, INSERT, DELETE ON track_due TO rasid_all;
