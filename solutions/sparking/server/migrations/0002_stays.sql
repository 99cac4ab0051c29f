-- Since when the sensor of a bay has watched it; NULL: always.
ALTER TABLE sparking_slot ADD COLUMN watched_from timestamptz;

-- While the state of a bay wavers, it is unknown, and what its sensor says is kept behind it.
ALTER TABLE sparking_slot_state
  ADD COLUMN flapping_until timestamptz,
  ADD COLUMN behind text CHECK (behind IN ('free', 'occupied', 'unknown')),
  ADD COLUMN behind_since timestamptz,
  ADD CHECK ((flapping_until IS NULL) = (behind IS NULL) AND (behind IS NULL) = (behind_since IS NULL));
CREATE INDEX sparking_slot_state_flapping ON sparking_slot_state (flapping_until) WHERE flapping_until IS NOT NULL;

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
