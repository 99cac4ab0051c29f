-- Somebody may work in a session as another person: what is logged then names both.
CREATE FUNCTION rasid_opened_by() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rasid.opened_by', true), '')::integer
$$;
ALTER TABLE change_log ADD COLUMN opened_by integer DEFAULT rasid_opened_by();
