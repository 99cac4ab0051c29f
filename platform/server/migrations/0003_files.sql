-- Pictures that people upload, encoded anew by the server. Companies are no noun of the kit, hence no foreign key.
CREATE TABLE stored_file (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL,
  media_type text    NOT NULL,
  sha256     text    NOT NULL,
  width      integer NOT NULL CHECK (width > 0),
  height     integer NOT NULL CHECK (height > 0),
  size       integer NOT NULL,
  bytes      bytea   NOT NULL
);
CREATE INDEX stored_file_company ON stored_file (company_id, id);
-- WebP is packed already.
ALTER TABLE stored_file ALTER COLUMN bytes SET STORAGE EXTERNAL;
SELECT rasid_tenant_table('stored_file', false);
-- Every change of a file is one of the row that refers to it, which the change log has.

CREATE FUNCTION rasid_drop_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_id integer := (to_jsonb(OLD) ->> TG_ARGV[0])::integer;
BEGIN
  IF TG_OP = 'DELETE' OR (to_jsonb(NEW) ->> TG_ARGV[0])::integer IS DISTINCT FROM old_id THEN
    DELETE FROM stored_file WHERE id = old_id;
  END IF;
  RETURN NULL;
END $$;

-- The rows of a table own the file that a column names: it goes when they go, or name another.
CREATE FUNCTION rasid_owns_file(name regclass, file_column text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ADD FOREIGN KEY (%I) REFERENCES stored_file', name, file_column);
  EXECUTE format('CREATE TRIGGER owned_file AFTER DELETE OR UPDATE OF %I ON %s FOR EACH ROW EXECUTE FUNCTION rasid_drop_file(%L)', file_column, name, file_column);
END $$;
