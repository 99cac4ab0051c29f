-- Whoever stands in a log keeps a name there for ever: a person who is removed stays as a row without an account.
ALTER TABLE users ADD COLUMN removed_at timestamptz, ADD CHECK (removed_at IS NULL OR status = 'inactive');
REVOKE DELETE ON users FROM rasid_app, rasid_all;

-- What goes with a person: whatever would go if the row went.
CREATE FUNCTION remove_person(person integer, unguessable text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  found record;
BEGIN
  FOR found IN
    SELECT c.conrelid::regclass AS held_in, a.attname AS held_by
      FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
     WHERE c.contype = 'f' AND c.confrelid = 'users'::regclass AND c.confdeltype = 'c' AND cardinality(c.conkey) = 1
  LOOP
    EXECUTE format('DELETE FROM %s WHERE %I = $1', found.held_in, found.held_by) USING person;
  END LOOP;
  -- The address is free for another account.
  UPDATE users SET status = 'inactive', removed_at = now(), email = 'removed-' || person || '@removed.invalid', phone = NULL,
    phone_verified = false, password_hash = unguessable, expires_at = NULL WHERE id = person;
END $$;
REVOKE ALL ON FUNCTION remove_person(integer, text) FROM public;
GRANT EXECUTE ON FUNCTION remove_person(integer, text) TO rasid_all;
