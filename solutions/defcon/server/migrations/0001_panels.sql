-- A control panel: a device that reports the events of its zones, and what people have entered about it.
CREATE TABLE defcon_panel (
  id              integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id      integer NOT NULL REFERENCES company,
  transport       text NOT NULL DEFAULT 'mqtt' CHECK (transport IN ('mqtt', 'sia')),
  service         text NOT NULL DEFAULT 'linked' CHECK (service IN ('linked', 'active', 'out-of-service', 'unlinked')),
  -- Without groups the panel is armed as a whole: commands are about all of its groups.
  group_mode      boolean NOT NULL DEFAULT true,
  grade           smallint CHECK (grade BETWEEN 1 AND 4),
  entry_delay     smallint NOT NULL DEFAULT 30 CHECK (entry_delay BETWEEN 0 AND 240),
  exit_delay      smallint NOT NULL DEFAULT 45 CHECK (exit_delay BETWEEN 0 AND 240),
  police_response boolean NOT NULL DEFAULT false,
  permit_no       text,
  permit_expires_on date,
  -- Events of zones raise no incident until then; with the scope `all` nothing does.
  test_until      timestamptz,
  test_scope      text CHECK (test_scope IN ('zones', 'all')),
  -- As the panel has reported.
  mains           boolean,
  path            text,
  last_event_at   timestamptz,
  last_test_at    timestamptz,
  CHECK ((test_until IS NULL) = (test_scope IS NULL))
);
CREATE INDEX defcon_panel_company ON defcon_panel (company_id, id);
CREATE INDEX defcon_panel_test ON defcon_panel (test_until) WHERE test_until IS NOT NULL;
SELECT rasid_tenant_table('defcon_panel');

-- A part of the premises that is armed by itself. Only the panel says in which state it is.
CREATE TABLE defcon_group (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  panel_id   integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  number     smallint NOT NULL CHECK (number BETWEEN 1 AND 64),
  -- NULL: nobody has named it yet; pages show its number.
  name       text,
  modes      text[] NOT NULL DEFAULT '{away,stay}',
  grace_minutes smallint NOT NULL DEFAULT 15 CHECK (grace_minutes BETWEEN 0 AND 120),
  state      text NOT NULL DEFAULT 'disarmed'
             CHECK (state IN ('disarmed', 'arming', 'armed-away', 'armed-stay', 'armed-night', 'entry', 'alarm')),
  state_at   timestamptz,
  -- The slot of the person who caused it, if the panel said so.
  state_by   smallint,
  -- When it was armed last. What counts in an armed period begins there.
  armed_at   timestamptz,
  UNIQUE (panel_id, number)
);
CREATE INDEX defcon_group_company ON defcon_group (company_id, id);
SELECT rasid_tenant_table('defcon_group');

-- One input of a panel.
CREATE TABLE defcon_zone (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  panel_id     integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  number       smallint NOT NULL CHECK (number BETWEEN 1 AND 999),
  name         text,
  -- Numbers of the groups with which it is armed; without any, it always watches.
  groups       integer[] NOT NULL DEFAULT '{}' CHECK (cardinality(groups) <= 8),
  detector     text NOT NULL DEFAULT 'door',
  reaction     text NOT NULL DEFAULT 'perimeter',
  bypassable   boolean NOT NULL DEFAULT true,
  -- Zones with the same unit do not confirm each other.
  confirm_unit text,
  space_id     integer REFERENCES space ON DELETE SET NULL,
  -- The detector of the company that watches it.
  device_id    integer REFERENCES device ON DELETE SET NULL,
  open         boolean NOT NULL DEFAULT false,
  tamper       boolean NOT NULL DEFAULT false,
  fault        boolean NOT NULL DEFAULT false,
  missing      boolean NOT NULL DEFAULT false,
  bypassed     boolean NOT NULL DEFAULT false,
  battery      smallint,
  changed_at   timestamptz,
  search       text GENERATED ALWAYS AS (rasid_fold(coalesce(name, '') || ' ' || number::text)) STORED,
  UNIQUE (panel_id, number)
);
CREATE INDEX defcon_zone_company ON defcon_zone (company_id, id);
CREATE INDEX defcon_zone_search ON defcon_zone USING gin (company_id, search gin_trgm_ops);
CREATE INDEX defcon_zone_device ON defcon_zone (device_id) WHERE device_id IS NOT NULL;
SELECT rasid_tenant_table('defcon_zone');

-- A slot of the panel's users. PINs are never stored.
CREATE TABLE defcon_panel_user (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  panel_id   integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  slot       smallint NOT NULL CHECK (slot BETWEEN 1 AND 999),
  name       text NOT NULL,
  user_id    integer REFERENCES users ON DELETE SET NULL,
  -- A person who opens with it is under duress.
  duress     boolean NOT NULL DEFAULT false,
  search     text GENERATED ALWAYS AS (rasid_fold(name || ' ' || slot::text)) STORED,
  UNIQUE (panel_id, slot)
);
CREATE INDEX defcon_panel_user_company ON defcon_panel_user (company_id, id);
CREATE INDEX defcon_panel_user_search ON defcon_panel_user USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('defcon_panel_user');
