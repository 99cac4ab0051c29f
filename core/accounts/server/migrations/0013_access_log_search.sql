-- "Chrome, Windows" of what a browser sends; other programs by their first word.
CREATE FUNCTION agent_name(sent text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(browser || ', ' || system, browser, system, substring(sent FROM '^[^[:space:]/]+'))
  FROM (SELECT
    CASE WHEN sent ~ 'Edg/' THEN 'Edge' WHEN sent ~ 'OPR/' THEN 'Opera' WHEN sent ~ 'Firefox/' THEN 'Firefox'
         WHEN sent ~ 'Chrome/' THEN 'Chrome' WHEN sent ~ 'Safari/' THEN 'Safari' END AS browser,
    CASE WHEN sent ~ 'Android' THEN 'Android' WHEN sent ~ 'iPhone|iPad' THEN 'iOS' WHEN sent ~ 'Windows' THEN 'Windows'
         WHEN sent ~ 'Mac OS X' THEN 'macOS' WHEN sent ~ 'Linux' THEN 'Linux' END AS system) named
$$;

-- Searched as its columns show it; people are found by the names that they have today.
ALTER TABLE access_log ADD COLUMN search text GENERATED ALWAYS AS
  (rasid_fold(email || ' ' || coalesce(address, '') || ' ' || coalesce(agent_name(user_agent), ''))) STORED;
CREATE INDEX access_log_search ON access_log USING gin (company_id, search gin_trgm_ops);

-- A page that somebody asked for, `<app>/<path>`, and the company that it was asked for when that is another one.
ALTER TABLE access_log ADD COLUMN page text, ADD COLUMN acting_for integer REFERENCES company,
  ADD CHECK ((page IS NOT NULL) = (event = 'page-asked'));
ALTER TABLE access_log DROP CONSTRAINT access_log_event_check;
ALTER TABLE access_log ADD CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed', 'password-reset', 'link-sent', 'tfa-on', 'tfa-off', 'tfa-reset', 'email-changed', 'recovery-code', 'verified', 'signed-up', 'session-ended', 'login-as-owner', 'page-asked'));
