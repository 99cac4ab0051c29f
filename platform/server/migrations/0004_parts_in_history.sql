-- What lies in a record (members of a group, its switches) is logged under the record that it is part of.
CREATE OR REPLACE FUNCTION rasid_log_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE rasid_loggable(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE rasid_loggable(to_jsonb(NEW)) END;
  whole jsonb := coalesce(new_row, old_row);
BEGIN
  IF TG_OP = 'UPDATE' AND old_row = new_row THEN RETURN NULL; END IF;
  INSERT INTO change_log (user_id, company_id, table_name, row_id, action, before, after)
  VALUES (rasid_user(), CASE WHEN TG_TABLE_NAME = 'company' THEN whole ->> 'id' ELSE whole ->> 'company_id' END::integer,
          TG_TABLE_NAME, coalesce(whole ->> TG_ARGV[0], whole ->> 'id', ''), lower(TG_OP), old_row, new_row);
  RETURN NULL;
END $$;

-- The rows of a table are parts of the record that a column names.
CREATE FUNCTION rasid_part_of(name regclass, owner_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('DROP TRIGGER change_log ON %s', name);
  EXECUTE format('CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION rasid_log_change(%L)', name, owner_column);
END $$;
