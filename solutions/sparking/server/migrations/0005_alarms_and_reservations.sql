-- Sensors of bays that have not reported in time, so that many of one group are one alarm.
CREATE TABLE sparking_silent_sensor (
  id         integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  silent_at  timestamptz NOT NULL DEFAULT now(),
  folded     boolean NOT NULL DEFAULT false -- it has no alarm of its own: that of its group stands for it
);
CREATE INDEX sparking_silent_sensor_folded ON sparking_silent_sensor (company_id) WHERE folded;
SELECT rasid_tenant_table('sparking_silent_sensor', false);

-- Since when a bay is free, if an alarm has asked about that: it is asked once.
ALTER TABLE sparking_slot_state ADD COLUMN asked_since timestamptz;

-- Groups of which so many sensors are silent that the cause is one for all of them, such as a gateway.
CREATE TABLE sparking_dark_group (
  id         integer PRIMARY KEY REFERENCES sparking_group ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company
);
SELECT rasid_tenant_table('sparking_dark_group', false);

-- When a car park or a group of it is closed for an event, or some of its bays are kept for somebody.
CREATE TABLE sparking_reservation (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  location_id integer NOT NULL,
  group_id    integer, -- what is closed; NULL: the whole car park, or bays, which may move to another group
  kind        text NOT NULL CHECK (kind IN ('closed', 'reserved')),
  purpose     text NOT NULL,
  from_at     timestamptz NOT NULL,
  until_at    timestamptz NOT NULL CHECK (until_at > from_at),
  turns_at    timestamptz, -- when it begins or ends next; NULL: it is over
  user_id     integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL,
  FOREIGN KEY (location_id, company_id) REFERENCES sparking_location (id, company_id) ON DELETE CASCADE,
  FOREIGN KEY (group_id, location_id) REFERENCES sparking_group (id, location_id) ON DELETE CASCADE
);
CREATE INDEX sparking_reservation_from ON sparking_reservation (company_id, from_at, id);
CREATE INDEX sparking_reservation_until ON sparking_reservation (company_id, until_at, id);
CREATE INDEX sparking_reservation_location ON sparking_reservation (location_id, until_at);
CREATE INDEX sparking_reservation_turns ON sparking_reservation (turns_at) WHERE turns_at IS NOT NULL;
SELECT rasid_tenant_table('sparking_reservation');

-- The bays that are kept.
CREATE TABLE sparking_reserved_bay (
  slot_id        integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  reservation_id integer NOT NULL REFERENCES sparking_reservation ON DELETE CASCADE,
  company_id     integer NOT NULL REFERENCES company,
  PRIMARY KEY (slot_id, reservation_id)
);
CREATE INDEX sparking_reserved_bay_reservation ON sparking_reserved_bay (reservation_id);
SELECT rasid_tenant_table('sparking_reserved_bay', false);
