CREATE TABLE device_hardware (
  id                   integer PRIMARY KEY,
  app                  text NOT NULL,
  solution_id          integer NOT NULL,
  name_en              text NOT NULL,
  name_ar              text NOT NULL,
  sensors              integer[] NOT NULL,
  report_every_seconds integer NOT NULL CHECK (report_every_seconds > 0)
);
SELECT rasid_shared_table('device_hardware');
GRANT INSERT, UPDATE ON device_hardware TO rasid_all;

CREATE TABLE device (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  app            text    NOT NULL,
  solution_id    integer NOT NULL,
  hardware_id    integer NOT NULL REFERENCES device_hardware,
  name           text    NOT NULL,
  serial         text    NOT NULL UNIQUE,
  structure_id   integer REFERENCES structure,
  floor_id       integer REFERENCES floor,
  space_id       integer REFERENCES space,
  state          text    NOT NULL DEFAULT 'inventory' CHECK (state IN ('inventory', 'installed', 'removed')),
  blocked        boolean NOT NULL DEFAULT false,
  -- Kept here only when they change, so that lists filter and sort on an index.
  online         boolean NOT NULL DEFAULT false,
  battery        smallint,
  attributes     jsonb   NOT NULL DEFAULT '{}',
  activation_at  timestamptz,
  expiration_at  timestamptz,
  token_blocked  boolean NOT NULL DEFAULT false,
  has_token      boolean NOT NULL DEFAULT false,
  search         text GENERATED ALWAYS AS (rasid_fold(name || ' ' || serial)) STORED
);
-- What devices report by themselves is no change by a person: the log of the device has it.
SELECT rasid_tenant_table('device', false);
CREATE TRIGGER change_log_row AFTER INSERT OR DELETE ON device FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
CREATE TRIGGER change_log_update AFTER UPDATE OF company_id, name, serial, structure_id, floor_id, space_id, state, blocked, activation_at, expiration_at, token_blocked
  ON device FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
CREATE INDEX device_list ON device (company_id, app, solution_id, id);
CREATE INDEX device_by_name ON device (company_id, app, name, id);
CREATE INDEX device_by_solution_name ON device (company_id, app, solution_id, name, id);
CREATE INDEX device_by_battery ON device (company_id, app, battery, id);
CREATE INDEX device_by_created ON device (company_id, app, created_at, id);
CREATE INDEX device_by_online ON device (company_id, app, online, id);
CREATE INDEX device_by_structure ON device (structure_id, app, solution_id, online);
CREATE INDEX device_search ON device USING gin (company_id, search gin_trgm_ops);

CREATE TABLE device_credential (
  device_id   integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  name        text NOT NULL UNIQUE,
  secret_hash bytea NOT NULL,
  created_at  timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('device_credential');

-- When it was last heard and until when it may be silent. Written every few seconds, not with every message.
CREATE TABLE device_state (
  device_id       integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  last_message_at timestamptz NOT NULL,
  silent_until    timestamptz NOT NULL,
  online          boolean NOT NULL
) WITH (fillfactor = 70);
CREATE INDEX device_state_silent ON device_state (silent_until) WHERE online;
ALTER TABLE device_state ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_state FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_state TO rasid_all USING (true);
CREATE POLICY by_device ON device_state FOR SELECT TO rasid_app USING (EXISTS (SELECT FROM device d WHERE d.id = device_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON device_state TO rasid_all;
GRANT SELECT ON device_state TO rasid_app;

-- The newest value of each sensor; its time only moves forward.
CREATE TABLE device_latest (
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  sensor_id integer NOT NULL,
  time      timestamptz NOT NULL,
  value     double precision,
  word      text,
  PRIMARY KEY (device_id, sensor_id)
) WITH (fillfactor = 50);
ALTER TABLE device_latest ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_latest FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_latest TO rasid_all USING (true);
CREATE POLICY by_device ON device_latest FOR SELECT TO rasid_app USING (EXISTS (SELECT FROM device d WHERE d.id = device_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON device_latest TO rasid_all;
GRANT SELECT ON device_latest TO rasid_app;

CREATE TABLE device_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  at         timestamptz NOT NULL DEFAULT now(),
  kind       text NOT NULL,
  actor_id   integer REFERENCES users,
  data       jsonb NOT NULL DEFAULT '{}'
);
SELECT rasid_tenant_table('device_log', false);
REVOKE UPDATE, DELETE ON device_log FROM rasid_app;
CREATE INDEX device_log_device ON device_log (device_id, id);

CREATE TABLE device_command (
  id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id    integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  method       text NOT NULL,
  params       jsonb NOT NULL DEFAULT '{}',
  state        text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'sent', 'delivered', 'confirmed', 'failed', 'expired')),
  response     jsonb,
  requested_by integer REFERENCES users,
  changed_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL
);
SELECT rasid_tenant_table('device_command');
CREATE INDEX device_command_device ON device_command (device_id, id);
CREATE INDEX device_command_open ON device_command (expires_at) WHERE state IN ('queued', 'sent', 'delivered');
