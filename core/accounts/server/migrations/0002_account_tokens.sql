-- Links and codes that were sent to a person. Each works once, and a newer one of the same purpose replaces it.
CREATE TABLE account_token (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  purpose    text NOT NULL CHECK (purpose IN ('verify', 'reset', 'phone')),
  token_hash bytea NOT NULL,
  expires_at timestamptz NOT NULL,
  tries      integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (user_id, purpose)
);
CREATE INDEX account_token_hash ON account_token (token_hash);
SELECT rasid_system_table('account_token');

-- The second factor: its secret is sealed, recovery codes are hashed. A step of time is accepted once.
CREATE TABLE second_factor (
  user_id   integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  sealed    bytea NOT NULL,
  enabled   boolean NOT NULL DEFAULT false,
  last_step bigint NOT NULL DEFAULT 0
);
SELECT rasid_system_table('second_factor');
CREATE TABLE recovery_code (
  user_id   integer NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash bytea NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
SELECT rasid_system_table('recovery_code');

-- Text messages that wait for a provider; the development menu shows them.
CREATE TABLE sms_outbox (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  recipient  text NOT NULL,
  text       text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  sent_at    timestamptz
);
SELECT rasid_system_table('sms_outbox');

ALTER TABLE access_log DROP CONSTRAINT access_log_event_check;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'tfa-on', 'tfa-off', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner'));
-- Whoever acts through somebody else's session stays visible.
ALTER TABLE session ADD COLUMN opened_by integer REFERENCES users;
