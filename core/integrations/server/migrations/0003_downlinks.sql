-- How the commands of the devices of a connector leave: the address of its server or broker with the key, sealed.
CREATE TABLE connector_link (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connector_id integer NOT NULL UNIQUE,
  company_id   integer NOT NULL,
  way          text    NOT NULL CHECK (way IN ('http', 'mqtt')),
  url          text    NOT NULL,
  user_name    text    NOT NULL,
  template     text    NOT NULL,
  sealed       bytea   NOT NULL,
  busy_until   timestamptz,
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_link');
SELECT rasid_part_of('connector_link', 'connector_id');

-- The commands that go out through a connector, each stored with its command and called after the commit.
CREATE TABLE connector_downlink (
  id              bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lane_id         integer NOT NULL REFERENCES connector_link ON DELETE CASCADE,
  connector_id    integer NOT NULL,
  company_id      integer NOT NULL,
  device_id       integer NOT NULL REFERENCES device ON DELETE CASCADE,
  command_id      bigint  NOT NULL UNIQUE,
  call_id         uuid    NOT NULL,
  -- How the network names it in what it reports; null until it has told.
  remote_id       text,
  state           text     NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts        smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL,
  -- The last attempt whose outcome is known, and whether any ended without an answer.
  settled         smallint NOT NULL DEFAULT 0,
  unanswered      boolean  NOT NULL DEFAULT false,
  status          smallint,
  -- Of the last attempt. Its reply is not kept: servers repeat what they were given, and that may be secret.
  fault           text
);
SELECT rasid_tenant_table('connector_downlink', false);
CREATE INDEX connector_downlink_due ON connector_downlink (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX connector_downlink_lane ON connector_downlink (lane_id, created_at);
CREATE INDEX connector_downlink_newest ON connector_downlink (connector_id, id);
CREATE INDEX connector_downlink_remote ON connector_downlink (connector_id, remote_id);
CREATE INDEX connector_downlink_device ON connector_downlink (device_id);

-- What networks have reported of downlinks, kept for a day: a report may come before the answer to the call.
CREATE TABLE connector_report (
  id           bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  connector_id integer NOT NULL,
  company_id   integer NOT NULL,
  device_id    integer NOT NULL REFERENCES device ON DELETE CASCADE,
  remote_id    text    NOT NULL,
  state        text    NOT NULL CHECK (state IN ('queued', 'sent', 'delivered', 'failed')),
  reason       text,
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_report', false);
CREATE INDEX connector_report_remote ON connector_report (connector_id, remote_id);
CREATE INDEX connector_report_device ON connector_report (device_id);
CREATE INDEX connector_report_age ON connector_report (created_at);

-- How the network addresses the device: the application of ChirpStack, the push address of The Things Stack, the id of Traccar.
ALTER TABLE connector_device ADD COLUMN route text;

-- Which process holds the connection to the broker of a link, and how it stands.
CREATE TABLE connector_broker (
  link_id      integer PRIMARY KEY REFERENCES connector_link ON DELETE CASCADE,
  company_id   integer NOT NULL,
  holder       uuid,
  held_until   timestamptz,
  connected_at timestamptz,
  fault        text
);
SELECT rasid_tenant_table('connector_broker', false);
