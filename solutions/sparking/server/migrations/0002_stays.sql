-- Since when the sensor of a bay has watched it; NULL: always.
ALTER TABLE sparking_slot ADD COLUMN watched_from timestamptz;

-- While the state of a bay wavers, it is unknown, and what its sensor says is kept behind it.
ALTER TABLE sparking_slot_state
  ADD COLUMN flapping_until timestamptz,
  ADD COLUMN behind text CHECK (behind IN ('free', 'occupied', 'unknown')),
  ADD COLUMN behind_since timestamptz,
  ADD COLUMN disagree_at timestamptz, -- when it will have been contradicted for too long by another source
  ADD CHECK ((flapping_until IS NULL) = (behind IS NULL) AND (behind IS NULL) = (behind_since IS NULL));
CREATE INDEX sparking_slot_state_flapping ON sparking_slot_state (flapping_until) WHERE flapping_until IS NOT NULL;
CREATE INDEX sparking_slot_state_disagree ON sparking_slot_state (disagree_at) WHERE disagree_at IS NOT NULL;

-- The uninterrupted time of a vehicle in a bay, made from the states of what watches the bay. Nothing tells who it was.
CREATE TABLE sparking_stay (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  slot_id         integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  location_id     integer NOT NULL,
  group_id        integer, -- of the bay when it began; the group may be gone
  from_at         timestamptz NOT NULL,
  to_at           timestamptz CHECK (to_at > from_at), -- NULL: it lasts
  quality         text NOT NULL CHECK (quality IN ('measured', 'bounded', 'corrected')),
  end_quality     text CHECK (end_quality IN ('measured', 'bounded', 'corrected')),
  counted         boolean NOT NULL, -- false: shorter than the location counts as a stay
  charged_seconds integer NOT NULL DEFAULT 0 CHECK (charged_seconds >= 0),
  raised          text[] NOT NULL DEFAULT '{}', -- the alarms that it has raised
  due_at          timestamptz, -- when to look for further alarms
  UNIQUE (slot_id, from_at),
  CHECK ((to_at IS NULL) = (end_quality IS NULL))
);
CREATE UNIQUE INDEX sparking_stay_open ON sparking_stay (slot_id) WHERE to_at IS NULL;
CREATE INDEX sparking_stay_due ON sparking_stay (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX sparking_stay_location ON sparking_stay (location_id, from_at);
CREATE INDEX sparking_stay_group ON sparking_stay (group_id, from_at) WHERE group_id IS NOT NULL;
CREATE INDEX sparking_stay_company ON sparking_stay (company_id, from_at, id);
SELECT rasid_tenant_table('sparking_stay', false);

-- What counts the vehicles that enter and leave a group: a device, or a gate at which other apps see them pass.
CREATE TABLE sparking_counter (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  group_id    integer NOT NULL,
  device_id   integer REFERENCES device ON DELETE CASCADE,
  gate        text,
  reversed    boolean NOT NULL DEFAULT false, -- who passes it inwards leaves the group
  direction   text CHECK (direction IN ('in', 'out')), -- the only one that is allowed; NULL: both
  CHECK ((device_id IS NULL) <> (gate IS NULL)),
  UNIQUE (group_id, device_id),
  UNIQUE (group_id, gate),
  FOREIGN KEY (group_id, location_id) REFERENCES sparking_group (id, location_id)
);
CREATE INDEX sparking_counter_device ON sparking_counter (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX sparking_counter_gate ON sparking_counter (location_id, gate) WHERE gate IS NOT NULL;
CREATE INDEX sparking_counter_company ON sparking_counter (company_id, id);
SELECT rasid_tenant_table('sparking_counter');

-- The totals that a counter reported last.
CREATE TABLE sparking_counter_total (
  id         integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  passed_in  bigint,
  in_at      timestamptz,
  passed_out bigint,
  out_at     timestamptz
);
SELECT rasid_tenant_table('sparking_counter_total', false);

-- How many vehicles are in a group by its counters: the anchor, and who passed since then.
CREATE TABLE sparking_count (
  id            integer PRIMARY KEY REFERENCES sparking_group ON DELETE CASCADE,
  company_id    integer NOT NULL REFERENCES company,
  anchor        integer NOT NULL DEFAULT 0,
  anchor_at     timestamptz NOT NULL DEFAULT now(),
  passed_in     bigint NOT NULL DEFAULT 0,
  passed_out    bigint NOT NULL DEFAULT 0,
  outside_since timestamptz -- since when it contradicts the bays
) WITH (fillfactor = 70);
SELECT rasid_tenant_table('sparking_count', false);

-- The passages at gates that were counted, so that each counts once. They are forgotten after a day.
CREATE TABLE sparking_passage (
  location_id integer NOT NULL,
  event_id    text NOT NULL,
  company_id  integer NOT NULL REFERENCES company,
  PRIMARY KEY (location_id, event_id)
);
SELECT rasid_tenant_table('sparking_passage', false);
CREATE INDEX sparking_passage_created ON sparking_passage (created_at);

-- Every correction of a count.
CREATE TABLE sparking_correction (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  group_id    integer NOT NULL, -- which may be gone
  at          timestamptz NOT NULL DEFAULT now(),
  before      integer NOT NULL,
  after       integer NOT NULL,
  cause       text NOT NULL CHECK (cause IN ('slots', 'quiet-hour', 'operator', 'restart', 'reset')),
  reason      text,
  user_id     integer -- NULL: a rule
);
CREATE INDEX sparking_correction_group ON sparking_correction (group_id, at, id);
CREATE INDEX sparking_correction_company ON sparking_correction (company_id, at, id);
SELECT rasid_tenant_table('sparking_correction', false);

-- Locations whose counts are to be compared. Rows are only added, so that no message waits for another.
CREATE TABLE sparking_tally (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  due_at      timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sparking_tally_due ON sparking_tally (due_at);
SELECT rasid_tenant_table('sparking_tally', false);

-- How full locations and groups are in words, so that each change of that is noticed once.
CREATE TABLE sparking_fill (
  location_id integer NOT NULL REFERENCES sparking_location ON DELETE CASCADE,
  group_id    integer NOT NULL, -- 0: the whole location
  company_id  integer NOT NULL REFERENCES company,
  fill        text NOT NULL CHECK (fill IN ('open', 'almost-full', 'full')),
  PRIMARY KEY (location_id, group_id)
);
SELECT rasid_tenant_table('sparking_fill', false);
