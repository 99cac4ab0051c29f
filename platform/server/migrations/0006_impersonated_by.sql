-- The setting and the columns that name who works in a session as another person get the name of that act.
CREATE FUNCTION rasid_impersonated_by() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rasid.impersonated_by', true), '')::integer
$$;
-- Earlier migrations of slices name it as a default, which later ones replace.
CREATE OR REPLACE FUNCTION rasid_opened_by() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rasid.impersonated_by', true), '')::integer
$$;
ALTER TABLE change_log RENAME COLUMN opened_by TO impersonated_by;
ALTER TABLE change_log ALTER COLUMN impersonated_by SET DEFAULT rasid_impersonated_by();
