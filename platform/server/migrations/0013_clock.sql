-- The present instant: that of the transaction, or the one that demo data is being made at.
CREATE FUNCTION rasid_now() RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT coalesce(nullif(current_setting('rasid.now', true), '')::timestamptz, now())
$$;

-- New rows of these tables begin at that instant, where a column begins now.
CREATE FUNCTION rasid_follow_clock(VARIADIC names regclass[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT d.adrelid::regclass AS name, a.attname AS col
      FROM pg_attrdef d JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum
     WHERE d.adrelid = ANY (names) AND a.attgenerated = '' AND pg_get_expr(d.adbin, d.adrelid) = 'now()'
  LOOP
    EXECUTE format('ALTER TABLE %s ALTER COLUMN %I SET DEFAULT rasid_now()', found.name, found.col);
  END LOOP;
END $$;

SELECT rasid_follow_clock('change_log');
