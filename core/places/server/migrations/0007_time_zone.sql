-- A site may be in another time zone than its company; an inner structure is in that of the structure around it.
ALTER TABLE structure ADD COLUMN time_zone text;

-- The time zone (IANA name) of a structure: its own, else that of the nearest one around it that states one, else null.
CREATE FUNCTION site_zone(structure_id integer) RETURNS text LANGUAGE sql STABLE AS $$
  WITH RECURSIVE around AS (
    SELECT id, parent_id, time_zone FROM structure WHERE id = $1
    UNION SELECT s.id, s.parent_id, s.time_zone FROM structure s JOIN around a ON s.id = a.parent_id WHERE a.time_zone IS NULL
  )
  SELECT time_zone FROM around WHERE time_zone IS NOT NULL
$$;
