ALTER TABLE device_token
  -- Who has blocked it: 1 its owner, 2 a provider of the owner, 3 the platform. A lower one does not unblock it.
  ADD COLUMN blocked_level smallint CHECK (blocked_level BETWEEN 1 AND 3),
  -- Days before its end of the last reminder that was sent; null before the first one.
  ADD COLUMN reminded_days smallint;

SET LOCAL ROLE rasid_all;
UPDATE device_token SET blocked_level = 1 WHERE blocked_at IS NOT NULL;
UPDATE device_token SET reminded_days = 0 WHERE expiration_at < now();
RESET ROLE;

ALTER TABLE device_token ADD CHECK (blocked_level IS NULL OR blocked_at IS NOT NULL);
CREATE INDEX device_token_to_remind ON device_token (expiration_at) WHERE device_id IS NOT NULL;

-- A new end begins with its first reminder.
CREATE FUNCTION rasid_token_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reminded_days := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER token_end BEFORE UPDATE OF expiration_at ON device_token FOR EACH ROW
  WHEN (OLD.expiration_at IS DISTINCT FROM NEW.expiration_at) EXECUTE FUNCTION rasid_token_end();
