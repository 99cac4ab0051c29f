-- When an account expires, so that what depends on it ends then, once; afterwards this is null.
ALTER TABLE users ADD COLUMN expiry_due timestamptz;
CREATE FUNCTION account_expiry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.expiry_due := NEW.expires_at;
  RETURN NEW;
END $$;
CREATE TRIGGER account_expiry BEFORE INSERT OR UPDATE OF expires_at ON users FOR EACH ROW EXECUTE FUNCTION account_expiry();
CREATE INDEX users_expiry_due ON users (expiry_due) WHERE expiry_due IS NOT NULL;
SET LOCAL ROLE rasid_all;
UPDATE users SET expiry_due = expires_at WHERE expires_at IS NOT NULL;
RESET ROLE;
