ALTER TABLE access_log DROP CONSTRAINT access_log_event_check;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'link-sent', 'tfa-on', 'tfa-off', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner'));
