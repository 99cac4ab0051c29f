-- A car park: what it adds to the structure whose id and name it has.
CREATE TABLE sparking_location (
  id                integer PRIMARY KEY,
  company_id        integer NOT NULL REFERENCES company,
  name              text NOT NULL,
  public_name_en    text,
  public_name_ar    text,
  type              text NOT NULL DEFAULT 'surface' CHECK (type IN ('on-street', 'surface', 'multi-storey', 'underground', 'other')),
  count_mode        text NOT NULL DEFAULT 'slots' CHECK (count_mode IN ('slots', 'counters', 'both')),
  capacity_declared integer CHECK (capacity_declared BETWEEN 1 AND 100000),
  max_height_cm     smallint CHECK (max_height_cm BETWEEN 150 AND 600),
  schedule          jsonb, -- when it is open; NULL: always
  fee_en            text,
  fee_ar            text,
  notes             text,
  almost_full_pct   smallint NOT NULL DEFAULT 90 CHECK (almost_full_pct BETWEEN 50 AND 99),
  full_pct          smallint NOT NULL DEFAULT 98 CHECK (full_pct BETWEEN 50 AND 100),
  stuck_hours       smallint NOT NULL DEFAULT 72 CHECK (stuck_hours BETWEEN 2 AND 1440),
  ghost_seconds     smallint NOT NULL DEFAULT 60 CHECK (ghost_seconds BETWEEN 0 AND 300),
  quiet_at          text, -- HH:mm
  public            boolean NOT NULL DEFAULT false,
  forecast          boolean NOT NULL DEFAULT true,
  search            text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  CHECK (count_mode = 'slots' OR capacity_declared IS NOT NULL),
  UNIQUE (id, company_id),
  FOREIGN KEY (id, company_id) REFERENCES structure (id, company_id)
);
CREATE INDEX sparking_location_name ON sparking_location (company_id, name, id);
CREATE INDEX sparking_location_search ON sparking_location USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('sparking_location');
CREATE INDEX sparking_location_created ON sparking_location (company_id, created_at, id);

-- A part of a car park that is counted together: a level, a zone, a street side.
CREATE TABLE sparking_group (
  id                integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id        integer NOT NULL REFERENCES company,
  location_id       integer NOT NULL,
  name              text NOT NULL,
  floor_id          integer,
  kind              text NOT NULL DEFAULT 'zone' CHECK (kind IN ('level', 'zone', 'street-side', 'reserved')),
  count_mode        text CHECK (count_mode IN ('slots', 'counters', 'both')), -- NULL: that of the location
  capacity_declared integer CHECK (capacity_declared BETWEEN 1 AND 100000),
  for_public        boolean NOT NULL DEFAULT true,
  "order"           smallint NOT NULL DEFAULT 0,
  search            text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (location_id, name),
  UNIQUE (id, location_id),
  FOREIGN KEY (location_id, company_id) REFERENCES sparking_location (id, company_id),
  FOREIGN KEY (floor_id, location_id) REFERENCES floor (id, structure_id)
);
CREATE INDEX sparking_group_order ON sparking_group (company_id, "order", id);
CREATE INDEX sparking_group_name ON sparking_group (company_id, name, id);
CREATE INDEX sparking_group_floor ON sparking_group (floor_id) WHERE floor_id IS NOT NULL;
CREATE INDEX sparking_group_search ON sparking_group USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('sparking_group');

-- A bay: what it adds to the space whose id, name, code and floor it has. It outlives its group and location as retired.
CREATE TABLE sparking_slot (
  id               integer PRIMARY KEY,
  company_id       integer NOT NULL REFERENCES company,
  location_id      integer NOT NULL, -- the structure
  group_id         integer,
  number           text NOT NULL,
  code             text,
  floor_id         integer,
  use              text NOT NULL CHECK (use IN ('standard', 'people-of-determination', 'ev', 'family', 'motorcycle', 'loading', 'taxi', 'coach', 'visitor', 'reserved')),
  max_stay_minutes integer CHECK (max_stay_minutes BETWEEN 5 AND 43200),
  rules            jsonb NOT NULL DEFAULT '[]',
  reserved_for     text,
  charger          jsonb,
  width_cm         smallint CHECK (width_cm BETWEEN 50 AND 1000),
  out_reason       text,
  out_from         timestamptz,
  out_until        timestamptz, -- NULL: until it is put back into service
  retired_at       timestamptz,
  search           text GENERATED ALWAYS AS (rasid_fold(number || ' ' || coalesce(code, ''))) STORED,
  CHECK ((group_id IS NULL) = (retired_at IS NOT NULL)),
  CHECK ((out_reason IS NULL) = (out_from IS NULL)),
  FOREIGN KEY (id, location_id) REFERENCES space (id, structure_id),
  FOREIGN KEY (group_id, location_id) REFERENCES sparking_group (id, location_id)
);
CREATE INDEX sparking_slot_number ON sparking_slot (company_id, number, id);
CREATE INDEX sparking_slot_location ON sparking_slot (location_id, number) WHERE retired_at IS NULL;
CREATE INDEX sparking_slot_group ON sparking_slot (group_id, number);
CREATE INDEX sparking_slot_search ON sparking_slot USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('sparking_slot');

-- The channels of cameras and loop controllers that watch bays. A sensor that stands in a bay needs no row.
CREATE TABLE sparking_channel (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  channel    text NOT NULL CHECK (channel ~ '^[A-Za-z0-9._-]{1,64}$'),
  space_id   integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  priority   smallint NOT NULL DEFAULT 1 CHECK (priority BETWEEN 1 AND 9),
  UNIQUE (device_id, channel)
);
CREATE INDEX sparking_channel_space ON sparking_channel (space_id);
CREATE INDEX sparking_channel_company ON sparking_channel (company_id, id);
SELECT rasid_tenant_table('sparking_channel');

-- The state of each bay now. A bay without a row is unknown.
CREATE TABLE sparking_slot_state (
  id         integer PRIMARY KEY REFERENCES sparking_slot ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  state      text NOT NULL CHECK (state IN ('free', 'occupied', 'unknown')),
  since      timestamptz NOT NULL,
  quality    text NOT NULL CHECK (quality IN ('measured', 'bounded', 'corrected')),
  device_id  integer, -- what watches the bay; NULL: nothing does, and a person has said it
  channel    text NOT NULL DEFAULT '',
  priority   smallint NOT NULL DEFAULT 1
) WITH (fillfactor = 70);
CREATE INDEX sparking_slot_state_device ON sparking_slot_state (device_id) WHERE device_id IS NOT NULL;
SELECT rasid_tenant_table('sparking_slot_state', false);
