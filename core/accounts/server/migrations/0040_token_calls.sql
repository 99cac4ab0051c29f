-- The calls of API tokens. The name of a token stays when it is deleted.
ALTER TABLE access_log ADD COLUMN token_id integer, ADD COLUMN token_name text,
  ADD CHECK ((token_id IS NULL) = (token_name IS NULL)), ADD CHECK (event <> 'token-call' OR token_id IS NOT NULL);
ALTER TABLE access_log DROP CONSTRAINT access_log_event_check, DROP CONSTRAINT access_log_check1;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'link-sent', 'tfa-on', 'tfa-off', 'tfa-reset', 'email-changed', 'email-asked', 'email-undone', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner', 'page-asked', 'unconfirmed', 'refused', 'token-call')),
  ADD CHECK ((call IS NOT NULL) = (event IN ('refused', 'token-call')));
