-- When each bay was known to be occupied or free, by all that has watched it. What lies in between is unknown.
CREATE TABLE sparking_interval (
  slot_id    integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  from_at    timestamptz NOT NULL,
  to_at      timestamptz CHECK (to_at > from_at), -- NULL: it lasts
  company_id integer NOT NULL REFERENCES company,
  occupied   boolean NOT NULL,
  quality    text NOT NULL CHECK (quality IN ('measured', 'bounded', 'corrected')),
  PRIMARY KEY (slot_id, from_at)
);
SELECT rasid_tenant_table('sparking_interval', false);
CREATE INDEX sparking_interval_old ON sparking_interval USING brin (from_at);
CREATE INDEX sparking_stay_ended ON sparking_stay (location_id, to_at) WHERE to_at IS NOT NULL;

-- Where each bay belonged, whom it was for and when it was to be out of service, as that was known at the time: a change
-- counts from now on, and sums of the past stay as they were.
CREATE TABLE sparking_slot_version (
  slot_id     integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  from_at     timestamptz NOT NULL,
  to_at       timestamptz, -- NULL: it holds
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  group_id    integer NOT NULL, -- which may be gone
  use         text NOT NULL,
  out_from    timestamptz,
  out_until   timestamptz,
  PRIMARY KEY (slot_id, from_at)
);
CREATE INDEX sparking_slot_version_location ON sparking_slot_version (location_id, from_at);
SELECT rasid_tenant_table('sparking_slot_version', false);

-- When each location was open, in the same way.
CREATE TABLE sparking_hours (
  location_id integer NOT NULL REFERENCES sparking_location ON DELETE CASCADE,
  from_at     timestamptz NOT NULL,
  to_at       timestamptz,
  company_id  integer NOT NULL REFERENCES company,
  schedule    jsonb, -- NULL: always
  PRIMARY KEY (location_id, from_at)
);
SELECT rasid_tenant_table('sparking_hours', false);

-- Until when the quarters of an hour of a location are counted, and when the next ones are due.
CREATE TABLE sparking_counted (
  id            integer PRIMARY KEY REFERENCES sparking_location ON DELETE CASCADE,
  company_id    integer NOT NULL REFERENCES company,
  counted_until timestamptz NOT NULL,
  due_at        timestamptz NOT NULL
);
CREATE INDEX sparking_counted_due ON sparking_counted (due_at);
SELECT rasid_tenant_table('sparking_counted', false);

-- Times of which reports came late, so that their quarters are counted again. Rows are only added, so that no message
-- waits for another.
CREATE TABLE sparking_recount (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  from_at     timestamptz NOT NULL,
  to_at       timestamptz NOT NULL,
  due_at      timestamptz NOT NULL
);
CREATE INDEX sparking_recount_due ON sparking_recount (due_at);
CREATE INDEX sparking_recount_location ON sparking_recount (location_id);
SELECT rasid_tenant_table('sparking_recount', false);

-- The sums of a quarter of an hour, by group; the group 0 is the whole location. Open and in service, the seconds of all
-- its bays are `open_seconds`, of which some were occupied and some free. The others were unknown.
CREATE TABLE sparking_quarter (
  location_id      integer NOT NULL,
  group_id         integer NOT NULL,
  at               timestamptz NOT NULL,
  company_id       integer NOT NULL REFERENCES company,
  open_seconds     integer NOT NULL,
  occupied_seconds integer NOT NULL,
  free_seconds     integer NOT NULL,
  arrivals         integer NOT NULL,
  departures       integer NOT NULL,
  corrections      integer NOT NULL,
  max_occupied     integer NOT NULL,
  PRIMARY KEY (location_id, group_id, at),
  CHECK (occupied_seconds >= 0 AND free_seconds >= 0 AND occupied_seconds + free_seconds <= open_seconds)
);
CREATE INDEX sparking_quarter_old ON sparking_quarter USING brin (at);
SELECT rasid_tenant_table('sparking_quarter', false);

-- How many vehicles passed the counters of a group, by the minute.
CREATE TABLE sparking_flow (
  group_id   integer NOT NULL REFERENCES sparking_group ON DELETE CASCADE,
  at         timestamptz NOT NULL,
  company_id integer NOT NULL REFERENCES company,
  passed_in  integer NOT NULL,
  passed_out integer NOT NULL,
  PRIMARY KEY (group_id, at)
);
SELECT rasid_tenant_table('sparking_flow', false);

-- What is expected of a location in the coming days, and how good such forecasts have been.
CREATE TABLE sparking_forecast (
  id           integer PRIMARY KEY REFERENCES sparking_location ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  due_at       timestamptz NOT NULL,
  made_at      timestamptz,
  from_at      timestamptz, -- the start of the first expected quarter
  expected     jsonb NOT NULL DEFAULT '[]', -- the occupied share by quarter, null: not known
  bands        jsonb NOT NULL DEFAULT '[]', -- [{quarters, low, high}] of the errors in 28 days, by how far ahead
  error        double precision, -- the mean error of an hour ahead in 14 days
  error_as_now double precision, -- the same of "it stays as it is"
  error_week   double precision  -- and of "as a week ago"
);
CREATE INDEX sparking_forecast_due ON sparking_forecast (due_at);
SELECT rasid_tenant_table('sparking_forecast', false);

CREATE FUNCTION sparking_keep_slot_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF (OLD.group_id, OLD.use, OLD.out_from, OLD.out_until, OLD.retired_at) IS NOT DISTINCT FROM (NEW.group_id, NEW.use, NEW.out_from, NEW.out_until, NEW.retired_at) THEN
      RETURN NULL;
    END IF;
    UPDATE sparking_slot_version SET to_at = greatest(now(), from_at) WHERE slot_id = NEW.id AND to_at IS NULL;
  END IF;
  IF NEW.retired_at IS NULL AND NEW.group_id IS NOT NULL THEN
    INSERT INTO sparking_slot_version (slot_id, from_at, company_id, location_id, group_id, use, out_from, out_until)
    VALUES (NEW.id, CASE TG_OP WHEN 'INSERT' THEN NEW.created_at ELSE now() END, NEW.company_id, NEW.location_id, NEW.group_id, NEW.use, NEW.out_from, NEW.out_until)
    ON CONFLICT (slot_id, from_at) DO UPDATE
      SET to_at = NULL, group_id = excluded.group_id, use = excluded.use, out_from = excluded.out_from, out_until = excluded.out_until;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_version AFTER INSERT OR UPDATE OF group_id, use, out_from, out_until, retired_at ON sparking_slot
  FOR EACH ROW EXECUTE FUNCTION sparking_keep_slot_version();

CREATE FUNCTION sparking_keep_hours() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO sparking_hours (location_id, from_at, company_id, schedule) VALUES (NEW.id, NEW.created_at, NEW.company_id, NEW.schedule);
    INSERT INTO sparking_counted (id, company_id, counted_until, due_at)
    VALUES (NEW.id, NEW.company_id, date_bin('15 minutes', NEW.created_at, 'epoch'), date_bin('15 minutes', NEW.created_at, 'epoch') + interval '17 minutes');
    INSERT INTO sparking_forecast (id, company_id, due_at) VALUES (NEW.id, NEW.company_id, NEW.created_at + interval '1 day');
    RETURN NULL;
  END IF;
  IF OLD.schedule IS NOT DISTINCT FROM NEW.schedule THEN
    RETURN NULL;
  END IF;
  UPDATE sparking_hours SET to_at = greatest(now(), from_at) WHERE location_id = NEW.id AND to_at IS NULL;
  INSERT INTO sparking_hours (location_id, from_at, company_id, schedule) VALUES (NEW.id, now(), NEW.company_id, NEW.schedule)
  ON CONFLICT (location_id, from_at) DO UPDATE SET to_at = NULL, schedule = excluded.schedule;
  RETURN NULL;
END $$;
CREATE TRIGGER keep_hours AFTER INSERT OR UPDATE OF schedule ON sparking_location
  FOR EACH ROW EXECUTE FUNCTION sparking_keep_hours();

-- What is there begins with what it is now.
INSERT INTO sparking_slot_version (slot_id, from_at, company_id, location_id, group_id, use, out_from, out_until)
SELECT id, created_at, company_id, location_id, group_id, use, out_from, out_until FROM sparking_slot WHERE retired_at IS NULL AND group_id IS NOT NULL;
INSERT INTO sparking_hours (location_id, from_at, company_id, schedule) SELECT id, created_at, company_id, schedule FROM sparking_location;
INSERT INTO sparking_counted (id, company_id, counted_until, due_at)
SELECT id, company_id, date_bin('15 minutes', created_at, 'epoch'), now() FROM sparking_location;
INSERT INTO sparking_forecast (id, company_id, due_at) SELECT id, company_id, now() FROM sparking_location;
INSERT INTO sparking_interval (slot_id, from_at, company_id, occupied, quality)
SELECT s.id, s.since, s.company_id, s.state = 'occupied', s.quality FROM sparking_slot_state s WHERE s.state <> 'unknown' AND s.flapping_until IS NULL;
