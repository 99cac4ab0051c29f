-- Times in which somebody works at a trap: its magnet opens one, and so does a visit. Hits in them are service.
CREATE TABLE rodent_service_window (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  from_at    timestamptz NOT NULL,
  to_at      timestamptz NOT NULL CHECK (to_at > from_at),
  -- The visit that has opened it; NULL for the magnet.
  visit_id   integer,
  UNIQUE NULLS NOT DISTINCT (device_id, from_at, visit_id)
);
CREATE INDEX rodent_service_window_company ON rodent_service_window (company_id, id);
SELECT rasid_tenant_table('rodent_service_window', false);

-- One activation of a trap. Facts are what the stored messages of the trap say; people add verdicts.
CREATE TABLE rodent_hit (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  device_id    integer NOT NULL REFERENCES device ON DELETE CASCADE,
  -- Where the trap was then.
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  floor_id     integer REFERENCES floor ON DELETE SET NULL,
  space_id     integer REFERENCES space ON DELETE SET NULL,
  kind         text NOT NULL CHECK (kind IN ('activation', 'activity')),
  -- Whether the trap reported it, or a person who found what the trap never did.
  reported_by      text NOT NULL DEFAULT 'trap' CHECK (reported_by IN ('trap', 'person')),
  -- It happened at this time, or between from_at and this time. until_at is the last one that counts as the same.
  at           timestamptz NOT NULL,
  from_at      timestamptz CHECK (from_at <= at),
  until_at     timestamptz NOT NULL,
  counter_from integer,
  counter_to   integer,
  count        integer NOT NULL DEFAULT 1 CHECK (count > 0),
  body         boolean NOT NULL DEFAULT false,
  temperature  double precision,
  rearmed_at   timestamptz,
  service      boolean NOT NULL DEFAULT false,
  self_rearmed boolean NOT NULL DEFAULT false,
  mass         boolean NOT NULL DEFAULT false,
  late         boolean NOT NULL DEFAULT false,
  received_at  timestamptz NOT NULL DEFAULT now(),
  -- The newest of its verdicts, and whether a rule gave it.
  verdict      text NOT NULL DEFAULT 'unverified' CHECK (verdict IN ('unverified', 'catch', 'false', 'service', 'activity')),
  presumed     boolean NOT NULL DEFAULT true,
  -- When its alarms are looked at next, and how often they were; NULL when nothing is to come.
  due_at       timestamptz,
  looks        smallint NOT NULL DEFAULT 0
);
CREATE INDEX rodent_hit_company ON rodent_hit (company_id, at, id);
CREATE INDEX rodent_hit_device ON rodent_hit (device_id, at);
CREATE INDEX rodent_hit_structure ON rodent_hit (structure_id, at);
CREATE INDEX rodent_hit_due ON rodent_hit (due_at) WHERE due_at IS NOT NULL;
SELECT rasid_tenant_table('rodent_hit', false);

-- What rules and people said a hit was, in their order. Nothing here is changed.
CREATE TABLE rodent_verdict (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  hit_id     integer NOT NULL REFERENCES rodent_hit ON DELETE CASCADE,
  at         timestamptz NOT NULL DEFAULT now(),
  verdict    text NOT NULL CHECK (verdict IN ('unverified', 'catch', 'false', 'service', 'activity')),
  species    text CHECK (species IN ('house-mouse', 'norway-rat', 'roof-rat', 'shrew', 'insect', 'other', 'unknown')),
  count      smallint CHECK (count BETWEEN 0 AND 30),
  cause      text CHECK (cause IN ('vibration', 'door', 'cleaning', 'forklift', 'insect', 'weather', 'self', 'unknown')),
  reason     text,
  -- NULL for a rule.
  by_id      integer REFERENCES users ON DELETE SET NULL,
  presumed   boolean NOT NULL DEFAULT false,
  visit_id   integer
);
CREATE INDEX rodent_verdict_hit ON rodent_verdict (hit_id, id);
CREATE INDEX rodent_verdict_company ON rodent_verdict (company_id, id);
SELECT rasid_tenant_table('rodent_verdict', false);
