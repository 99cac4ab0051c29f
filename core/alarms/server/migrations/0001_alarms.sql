-- Declared from best to worst, so that sorting and greatest() follow the meaning.
CREATE TYPE alarm_severity AS ENUM ('good', 'ok', 'poor', 'problem');

CREATE TABLE alarm_rule (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app          text NOT NULL,
  class        text NOT NULL CHECK (class IN ('operational', 'status')),
  kind         text NOT NULL,
  severity     alarm_severity NOT NULL,
  solution_id  integer,
  hardware_id  integer REFERENCES device_hardware,
  structure_id integer REFERENCES structure ON DELETE CASCADE,
  device_id    integer REFERENCES device ON DELETE CASCADE,
  condition    jsonb,
  trigger      jsonb NOT NULL,
  hysteresis   double precision NOT NULL DEFAULT 0,
  schedule     jsonb,
  enabled      boolean NOT NULL DEFAULT true
);
SELECT rasid_tenant_table('alarm_rule');
CREATE INDEX alarm_rule_company ON alarm_rule (company_id, app);
CREATE INDEX alarm_rule_silence ON alarm_rule (id) WHERE enabled AND trigger ->> 'type' = 'no-data';

CREATE TABLE alarm (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  app             text NOT NULL,
  class           text NOT NULL CHECK (class IN ('operational', 'status')),
  kind            text NOT NULL,
  severity        alarm_severity NOT NULL,
  device_id       integer NOT NULL REFERENCES device ON DELETE CASCADE,
  solution_id     integer NOT NULL,
  structure_id    integer REFERENCES structure ON DELETE SET NULL,
  rule_id         integer REFERENCES alarm_rule ON DELETE SET NULL,
  condition       text NOT NULL DEFAULT 'active' CHECK (condition IN ('active', 'cleared')),
  acknowledged_at timestamptz,
  acknowledged_by integer REFERENCES users,
  disposition     text NOT NULL DEFAULT 'open' CHECK (disposition IN ('open', 'escalated', 'terminated', 'rejected')),
  escalated_to    integer REFERENCES users,
  count           integer NOT NULL DEFAULT 1,
  first_at        timestamptz NOT NULL,
  last_at         timestamptz NOT NULL,
  cleared_at      timestamptz,
  closed_at       timestamptz,
  sensor          text,
  value           double precision,
  search          text NOT NULL DEFAULT ''
);
SELECT rasid_tenant_table('alarm', false);
-- One open alarm for each device and kind, whoever raises it and how often.
CREATE UNIQUE INDEX alarm_open ON alarm (device_id, kind) WHERE disposition IN ('open', 'escalated');
CREATE INDEX alarm_live ON alarm (company_id, app, class, last_at, id) WHERE closed_at IS NULL;
CREATE INDEX alarm_history ON alarm (company_id, app, class, last_at, id) WHERE closed_at IS NOT NULL;
CREATE INDEX alarm_device ON alarm (device_id, id);
CREATE INDEX alarm_structure ON alarm (structure_id) WHERE closed_at IS NULL;
CREATE INDEX alarm_search ON alarm USING gin (company_id, search gin_trgm_ops);

-- The alarm's story: nobody may change or delete a line of it.
CREATE TABLE alarm_event (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  alarm_id   integer NOT NULL REFERENCES alarm ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  at         timestamptz NOT NULL DEFAULT now(),
  actor_id   integer REFERENCES users,
  action     text NOT NULL,
  text       text,
  data       jsonb NOT NULL DEFAULT '{}'
);
SELECT rasid_tenant_table('alarm_event', false);
REVOKE UPDATE, DELETE ON alarm_event FROM rasid_app, rasid_all;
CREATE INDEX alarm_event_alarm ON alarm_event (alarm_id, id);

-- Conditions that hold but must hold longer. Due times are kept here so that a restart forgets none.
CREATE TABLE alarm_timer (
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  rule_id   integer NOT NULL REFERENCES alarm_rule ON DELETE CASCADE,
  since     timestamptz NOT NULL,
  due_at    timestamptz NOT NULL,
  sensor    text,
  value     double precision,
  PRIMARY KEY (device_id, rule_id)
);
SELECT rasid_system_table('alarm_timer');
CREATE INDEX alarm_timer_due ON alarm_timer (due_at);
