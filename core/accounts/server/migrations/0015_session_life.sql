-- A session as the owner of a company lives only as long as the session in which it was opened.
ALTER TABLE session ADD COLUMN opener_session uuid REFERENCES session ON DELETE CASCADE,
  ADD COLUMN last_used_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX session_of_opener ON session (opener_session) WHERE opener_session IS NOT NULL;
UPDATE session s SET last_used_at = coalesce((SELECT max(used_at) FROM refresh_token r WHERE r.session_id = s.id), created_at);
-- Of those that are open nobody knows in which session: they are opened anew.
UPDATE session SET revoked_at = now() WHERE opened_by IS NOT NULL AND revoked_at IS NULL;
ALTER TABLE session ADD CHECK (opened_by IS NULL OR opener_session IS NOT NULL) NOT VALID;
