-- What a company says of a lock, and whether it is blocked: then it opens for nobody.
CREATE TABLE access_lock (
  device_id      integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id     integer NOT NULL REFERENCES company,
  public_name    text    NOT NULL DEFAULT '',
  tags           text[]  NOT NULL DEFAULT '{}',
  note           text    NOT NULL DEFAULT '',
  blocked_at     timestamptz,
  blocked_by     integer,
  blocked_reason text    NOT NULL DEFAULT ''
);
SELECT rasid_tenant_table('access_lock');
SELECT rasid_part_of('access_lock', 'device_id');

-- Who has access: a person of the company, or somebody known by a phone number or an e-mail address.
CREATE TABLE access_holder (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  user_id      integer REFERENCES users,
  name         text    NOT NULL DEFAULT '',
  phone        text,
  email        text,
  organization text,
  UNIQUE (company_id, user_id),
  UNIQUE (company_id, phone),
  UNIQUE (company_id, email),
  UNIQUE (id, company_id)
);
SELECT rasid_tenant_table('access_holder');
CREATE INDEX access_holder_user ON access_holder (user_id);

CREATE TABLE access_grant (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer     NOT NULL REFERENCES company,
  app         text        NOT NULL,
  mode        text        NOT NULL CHECK (mode IN ('fulltime', 'scheduled', 'public-temporary', 'onetime', 'calendar-mode')),
  state       text        NOT NULL CHECK (state IN ('pending', 'active', 'ended')),
  end_reason  text        CHECK (end_reason IN ('expired', 'used-up', 'revoked', 'holder-left', 'device-left')),
  end_note    text,
  ended_at    timestamptz,
  ended_by    integer,
  holder_id   integer,
  schedule_id integer REFERENCES schedule,
  starts_at   timestamptz NOT NULL,
  ends_at     timestamptz,
  -- Of the calendar: [{from, to}] in ms since 1970.
  windows     jsonb,
  -- Whether it allows to open now, and when that may change.
  open        boolean     NOT NULL,
  next_edge   timestamptz,
  max_uses    integer,
  uses        integer     NOT NULL DEFAULT 0,
  methods     text[]      NOT NULL,
  -- The number that its links ask for.
  sealed      bytea,
  public_name text        NOT NULL DEFAULT '',
  note        text        NOT NULL DEFAULT '',
  created_by  integer     DEFAULT rasid_user(),
  search      text GENERATED ALWAYS AS (rasid_fold(public_name || ' ' || note)) STORED,
  FOREIGN KEY (holder_id, company_id) REFERENCES access_holder (id, company_id),
  CHECK ((state = 'ended') = (end_reason IS NOT NULL))
);
SELECT rasid_tenant_table('access_grant');
CREATE INDEX access_grant_created ON access_grant (company_id, created_at, id);
CREATE INDEX access_grant_starts ON access_grant (company_id, starts_at, id);
CREATE INDEX access_grant_search ON access_grant USING gin (company_id, search gin_trgm_ops);
CREATE INDEX access_grant_holder ON access_grant (holder_id) WHERE state <> 'ended';
CREATE INDEX access_grant_schedule ON access_grant (schedule_id) WHERE schedule_id IS NOT NULL AND state <> 'ended';
CREATE INDEX access_grant_edge ON access_grant (next_edge) WHERE state <> 'ended' AND next_edge IS NOT NULL;

-- What opens one lock by a grant: a session of the app, a code on the keypad, or a link.
CREATE TABLE access_credential (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  grant_id        integer NOT NULL REFERENCES access_grant ON DELETE CASCADE,
  device_id       integer NOT NULL REFERENCES device ON DELETE CASCADE,
  kind            text    NOT NULL CHECK (kind IN ('app', 'pin', 'link')),
  -- The code; null for one that was entered at the lock. Of a link only the hash is kept.
  sealed          bytea,
  token_hash      bytea   UNIQUE,
  activation_at   timestamptz,
  expiration_at   timestamptz,
  blocked_at      timestamptz,
  deactivated_at  timestamptz,
  uses            integer NOT NULL DEFAULT 0,
  max_uses        integer,
  last_used_at    timestamptz,
  wrong_pins      integer NOT NULL DEFAULT 0,
  -- How the code stands on the lock.
  sync            text    NOT NULL DEFAULT 'none' CHECK (sync IN ('none', 'wanted', 'writing', 'set', 'failed', 'removing', 'removed', 'drift')),
  reason          text,
  slot            integer,
  fingerprint     text,
  attempts        integer NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  command_id      bigint,
  removing_since  timestamptz
);
SELECT rasid_tenant_table('access_credential');
SELECT rasid_part_of('access_credential', 'grant_id');
CREATE INDEX access_credential_grant ON access_credential (grant_id);
CREATE INDEX access_credential_device ON access_credential (device_id, sync);
CREATE INDEX access_credential_list ON access_credential (company_id, id);
CREATE UNIQUE INDEX access_credential_slot ON access_credential (device_id, slot) WHERE slot IS NOT NULL;
CREATE INDEX access_credential_due ON access_credential (next_attempt_at) WHERE sync IN ('wanted', 'failed', 'removing', 'writing');

-- An order to open or close until its outcome is known. A use of a link is reserved from the order on.
CREATE TABLE access_opening (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  device_id     integer NOT NULL REFERENCES device ON DELETE CASCADE,
  command_id    bigint  NOT NULL UNIQUE,
  action        text    NOT NULL CHECK (action IN ('unlock', 'lock')),
  method        text    NOT NULL,
  user_id       integer,
  credential_id integer REFERENCES access_credential ON DELETE CASCADE,
  -- Of a link: the key of the browser's call.
  key           uuid,
  outcome       text    CHECK (outcome IN ('opened', 'failed')),
  settled_at    timestamptz,
  UNIQUE (credential_id, key)
);
SELECT rasid_tenant_table('access_opening', false);
CREATE INDEX access_opening_device ON access_opening (device_id, id);
CREATE INDEX access_opening_waiting ON access_opening (id) WHERE settled_at IS NULL;

-- What happened at locks. Nobody changes or deletes a line; whole weeks are dropped.
CREATE SEQUENCE lock_log_id;
GRANT USAGE ON SEQUENCE lock_log_id TO rasid_app, rasid_all;
CREATE TABLE lock_log (
  id            bigint      NOT NULL DEFAULT nextval('lock_log_id'),
  company_id    integer     NOT NULL,
  app           text        NOT NULL,
  device_id     integer     NOT NULL,
  structure_id  integer,
  -- By the clock of the lock.
  time          timestamptz NOT NULL,
  received_at   timestamptz NOT NULL DEFAULT now(),
  action        text        NOT NULL,
  result        text        CHECK (result IN ('granted', 'denied')),
  reason        text,
  method        text,
  user_id       integer,
  holder_id     integer,
  grant_id      integer,
  credential_id integer,
  command_id    bigint,
  late          boolean     NOT NULL DEFAULT false,
  PRIMARY KEY (id, time)
) PARTITION BY RANGE (time);
CREATE INDEX lock_log_list ON lock_log (company_id, time, id);
CREATE INDEX lock_log_device ON lock_log (device_id, time);
CREATE INDEX lock_log_grant ON lock_log (grant_id, time) WHERE grant_id IS NOT NULL;
ALTER TABLE lock_log ENABLE ROW LEVEL SECURITY;
ALTER TABLE lock_log FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON lock_log TO rasid_app USING (company_id = ANY ((SELECT rasid_companies())::integer[]));
CREATE POLICY everything ON lock_log TO rasid_all USING (true);
GRANT SELECT, INSERT ON lock_log TO rasid_app, rasid_all;
CREATE TABLE lock_log_other PARTITION OF lock_log DEFAULT;
SELECT rasid_weekly_partition('lock_log', now() + n * interval '7 days') FROM generate_series(-5, 2) n;

-- Who has looked at a code, and when.
CREATE TABLE access_code_look (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  credential_id integer NOT NULL REFERENCES access_credential ON DELETE CASCADE,
  user_id       integer NOT NULL
);
SELECT rasid_tenant_table('access_code_look');
CREATE INDEX access_code_look_credential ON access_code_look (credential_id);
