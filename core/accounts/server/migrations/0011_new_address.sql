-- A new e-mail address waits in its token until the link that was mailed to it is followed.
ALTER TABLE account_token DROP CONSTRAINT account_token_purpose_check;
ALTER TABLE account_token ADD CHECK (purpose IN ('verify', 'reset', 'phone', 'invite', 'email'));
ALTER TABLE account_token ADD COLUMN address text CHECK ((address IS NOT NULL) = (purpose = 'email'));

ALTER TABLE access_log DROP CONSTRAINT access_log_event_check;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'link-sent', 'tfa-on', 'tfa-off', 'tfa-reset', 'email-changed', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner'));
