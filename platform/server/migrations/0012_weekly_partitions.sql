-- Makes the weekly partition of a table (weeks begin on Saturday, UTC) that holds an instant, and returns its name.
-- Nothing happens when it is there. The table has the column "time" and a default partition <table>_other.
CREATE FUNCTION rasid_weekly_partition(parent text, at timestamptz) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  first timestamptz := date_trunc('week', at + interval '2 days', 'UTC') - interval '2 days';
  name text := parent || '_' || to_char(first AT TIME ZONE 'UTC', 'YYYYMMDD');
BEGIN
  IF to_regclass(quote_ident(name)) IS NULL THEN
    PERFORM pg_advisory_xact_lock(7274334, hashtext(parent));
    IF to_regclass(quote_ident(name)) IS NULL THEN
      -- Rows that had to go to the default partition move over, or the new one could not be attached.
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES)', name, parent);
      EXECUTE format('WITH moved AS (DELETE FROM %I WHERE time >= %L AND time < %L RETURNING *) INSERT INTO %I SELECT * FROM moved', parent || '_other', first, first + interval '7 days', name);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, first, first + interval '7 days');
      -- Whole weeks of new lines arrive at the end of each device's range; the default would vacuum them over and over.
      EXECUTE format('ALTER TABLE %I SET (autovacuum_vacuum_insert_scale_factor = 0.5, autovacuum_analyze_scale_factor = 0.2)', name);
    END IF;
  END IF;
  RETURN name;
END $$;
REVOKE ALL ON FUNCTION rasid_weekly_partition(text, timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_weekly_partition(text, timestamptz) TO rasid_all;

-- Drops whole weeks of a table that ended before an instant; returns how many.
CREATE FUNCTION rasid_drop_weeks(parent text, before timestamptz) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  part record;
  dropped integer := 0;
BEGIN
  FOR part IN SELECT c.relname FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
               WHERE i.inhparent = to_regclass(quote_ident(parent)) AND c.relname ~ ('^' || parent || '_\d{8}$') LOOP
    IF to_date(right(part.relname, 8), 'YYYYMMDD') + 7 <= (before AT TIME ZONE 'UTC')::date THEN
      EXECUTE format('DROP TABLE %I', part.relname);
      dropped := dropped + 1;
    END IF;
  END LOOP;
  EXECUTE format('DELETE FROM %I WHERE time < %L', parent || '_other', before);
  RETURN dropped;
END $$;
REVOKE ALL ON FUNCTION rasid_drop_weeks(text, timestamptz) FROM public;
GRANT EXECUTE ON FUNCTION rasid_drop_weeks(text, timestamptz) TO rasid_all;
