-- Whether other slices were told that the subscription has reached its end. A new end is told again.
ALTER TABLE device_token ADD COLUMN end_told boolean NOT NULL DEFAULT false;
SET LOCAL ROLE rasid_all;
UPDATE device_token SET end_told = true WHERE expiration_at < now();
RESET ROLE;
CREATE INDEX device_token_to_end ON device_token (expiration_at) WHERE device_id IS NOT NULL AND blocked_at IS NULL AND NOT end_told;
CREATE OR REPLACE FUNCTION rasid_token_end() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.reminded_days := NULL;
  NEW.end_told := false;
  RETURN NEW;
END $$;
