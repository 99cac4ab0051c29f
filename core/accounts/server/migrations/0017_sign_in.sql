-- Failures are counted for an address and the place that they come from, so that a stranger locks only themselves out.
DROP TABLE login_failure;
CREATE TABLE login_failure (
  email        text NOT NULL,
  place        text NOT NULL,
  failures     integer NOT NULL,
  since        timestamptz NOT NULL DEFAULT now(),
  locks        integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  PRIMARY KEY (email, place)
);
CREATE INDEX login_failure_since ON login_failure (since);
SELECT rasid_system_table('login_failure');

-- Browsers in which a person has signed in.
CREATE TABLE known_browser (
  user_id      integer NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash   bytea NOT NULL,
  last_used_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, token_hash)
);
SELECT rasid_system_table('known_browser');

-- An address counts as somebody's once a link that was mailed to it was followed.
ALTER TABLE users ADD COLUMN email_confirmed boolean NOT NULL DEFAULT false;
UPDATE users SET email_confirmed = true
 WHERE status = 'active' AND NOT EXISTS (SELECT FROM account_token a WHERE a.user_id = users.id AND a.purpose = 'verify');

-- What each sign-up for an address that nobody has confirmed wants the account to be: the link that is followed decides.
CREATE TABLE sign_up (
  token_hash    bytea PRIMARY KEY,
  user_id       integer NOT NULL REFERENCES users ON DELETE CASCADE,
  password_hash text NOT NULL,
  account       jsonb NOT NULL,
  expires_at    timestamptz NOT NULL,
  created_at    timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_up_user ON sign_up (user_id);
SELECT rasid_system_table('sign_up');

-- A change of address can be undone from the old one for some days.
ALTER TABLE account_token DROP CONSTRAINT account_token_purpose_check, DROP CONSTRAINT account_token_check;
ALTER TABLE account_token ADD CHECK (purpose IN ('verify', 'reset', 'phone', 'invite', 'email', 'email-undo')),
  ADD CHECK ((address IS NOT NULL) = (purpose IN ('email', 'email-undo')));

-- Recovery codes are hashed like passwords; those that stand already keep their hash.
ALTER TABLE recovery_code DROP CONSTRAINT recovery_code_pkey;
ALTER TABLE recovery_code ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, ALTER COLUMN code_hash DROP NOT NULL,
  ADD COLUMN slow_hash text, ADD CHECK ((code_hash IS NULL) <> (slow_hash IS NULL));
CREATE INDEX recovery_code_user ON recovery_code (user_id);

ALTER TABLE access_log ADD COLUMN call text;
ALTER TABLE access_log DROP CONSTRAINT access_log_event_check;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'link-sent', 'tfa-on', 'tfa-off', 'tfa-reset', 'email-changed', 'email-asked', 'email-undone', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner', 'page-asked', 'unconfirmed', 'refused')),
  ADD CHECK ((call IS NOT NULL) = (event = 'refused'));
