-- By which account a panel reports over SIA DC-09, and how. The id is that of its device.
CREATE TABLE defcon_sia_account (
  id                  integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id          integer NOT NULL REFERENCES company,
  -- The port of the receiver; NULL: any.
  port                integer CHECK (port BETWEEN 1 AND 65535),
  account             text    NOT NULL CHECK (account ~ '^[0-9A-Za-z]{3,16}$'),
  -- Accounts are compared without case and leading zeros.
  account_key         text    NOT NULL GENERATED ALWAYS AS (regexp_replace(upper(account), '^0+(?=.)', '')) STORED,
  encryption          text    NOT NULL DEFAULT 'optional' CHECK (encryption IN ('none', 'optional', 'required')),
  sealed              bytea,
  key_form            text CHECK (key_form IN ('hex', 'text')),
  clock               text    NOT NULL DEFAULT 'utc' CHECK (clock IN ('utc', 'local')),
  refuses_plain_time  boolean NOT NULL DEFAULT false,
  CHECK ((sealed IS NULL) = (key_form IS NULL)),
  CHECK (encryption <> 'required' OR sealed IS NOT NULL),
  CONSTRAINT defcon_sia_account_unique UNIQUE NULLS NOT DISTINCT (account_key, port)
);
CREATE INDEX defcon_sia_account_company ON defcon_sia_account (company_id, id);
SELECT rasid_tenant_table('defcon_sia_account');

-- How many messages each panel has sent, when the last one came and from where.
CREATE TABLE defcon_sia_state (
  device_id  integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  taken      bigint  NOT NULL,
  last_at    timestamptz NOT NULL,
  address    text    NOT NULL
);
CREATE INDEX defcon_sia_state_company ON defcon_sia_state (company_id, device_id);
SELECT rasid_tenant_table('defcon_sia_state', false);

-- The messages of the last day: one that is sent again keeps the time at which it first came, and with it the key of its events.
CREATE TABLE defcon_sia_message (
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  key        text    NOT NULL,
  at         timestamptz NOT NULL,
  number     bigint  NOT NULL,
  PRIMARY KEY (device_id, key)
);
CREATE INDEX defcon_sia_message_at ON defcon_sia_message (at);
SELECT rasid_tenant_table('defcon_sia_message', false);

-- What is wrong with the messages of a panel, apart from what they say.
CREATE TABLE defcon_sia_trouble (
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  kind       text    NOT NULL CHECK (kind IN ('wrong-key', 'unencrypted', 'clock-wrong', 'flooding')),
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  count      integer NOT NULL,
  address    text    NOT NULL,
  PRIMARY KEY (device_id, kind)
);
CREATE INDEX defcon_sia_trouble_company ON defcon_sia_trouble (company_id, device_id);
SELECT rasid_tenant_table('defcon_sia_trouble', false);

-- Accounts that no panel has. They belong to nobody.
CREATE TABLE defcon_sia_unknown (
  id       integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  port     integer NOT NULL,
  account  text    NOT NULL,
  token    text    NOT NULL,
  address  text    NOT NULL,
  first_at timestamptz NOT NULL,
  last_at  timestamptz NOT NULL,
  count    integer NOT NULL,
  UNIQUE (port, account)
);
CREATE INDEX defcon_sia_unknown_last ON defcon_sia_unknown (last_at);
SELECT rasid_system_table('defcon_sia_unknown');
