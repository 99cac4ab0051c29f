-- The subscriptions of a company: in stock, or of one device. Months begin at activation; a trial has an end without months.
CREATE TABLE device_token (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  app           text NOT NULL,
  -- Null fits the devices of every solution of the app.
  solution_id   integer,
  source        text NOT NULL CHECK (source IN ('bought', 'free', 'code', 'trial', 'granted')),
  months        smallint CHECK (months BETWEEN 1 AND 180),
  device_id     integer UNIQUE REFERENCES device,
  activation_at timestamptz,
  expiration_at timestamptz,
  blocked_at    timestamptz,
  block_reason  text,
  -- Its months were added to another one.
  used_for      integer REFERENCES device_token,
  -- Name and serial of its device, folded.
  search        text NOT NULL DEFAULT '',
  CHECK (months IS NOT NULL OR activation_at IS NOT NULL),
  CHECK (used_for IS NULL OR device_id IS NULL)
);
SELECT rasid_tenant_table('device_token');
CREATE INDEX device_token_list ON device_token (company_id, app, id);
CREATE INDEX device_token_by_expiration ON device_token (company_id, app, expiration_at, id);
CREATE INDEX device_token_search ON device_token USING gin (company_id, search gin_trgm_ops);

SET LOCAL ROLE rasid_all;
INSERT INTO device_token (company_id, app, solution_id, source, device_id, activation_at, expiration_at, blocked_at, months, search)
SELECT company_id, app, solution_id, 'granted', id, activation_at, expiration_at, CASE WHEN token_blocked THEN now() END,
       CASE WHEN activation_at IS NULL THEN 12 END, search
  FROM device WHERE has_token;
RESET ROLE;

-- Readers of devices find the token in the row of the device.
CREATE FUNCTION rasid_copy_token() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.device_id IS NOT NULL AND (TG_OP = 'DELETE' OR OLD.device_id IS DISTINCT FROM NEW.device_id) THEN
    UPDATE device SET has_token = false, token_blocked = false, activation_at = NULL, expiration_at = NULL WHERE id = OLD.device_id;
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.device_id IS NOT NULL THEN
    UPDATE device SET has_token = true, token_blocked = NEW.blocked_at IS NOT NULL, activation_at = NEW.activation_at, expiration_at = NEW.expiration_at
     WHERE id = NEW.device_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER copy_token AFTER INSERT OR DELETE OR UPDATE OF device_id, activation_at, expiration_at, blocked_at ON device_token
  FOR EACH ROW EXECUTE FUNCTION rasid_copy_token();

CREATE FUNCTION rasid_token_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'device' THEN
    UPDATE device_token SET search = NEW.search WHERE device_id = NEW.id AND search <> NEW.search;
    RETURN NULL;
  END IF;
  NEW.search := coalesce((SELECT search FROM device WHERE id = NEW.device_id), '');
  RETURN NEW;
END $$;
CREATE TRIGGER search BEFORE INSERT OR UPDATE OF device_id ON device_token FOR EACH ROW EXECUTE FUNCTION rasid_token_search();
CREATE TRIGGER token_search AFTER UPDATE OF name, serial ON device FOR EACH ROW EXECUTE FUNCTION rasid_token_search();

-- A serial stands for one device that is in use. A device that was removed, or given to another company, keeps its row with the
-- history of its former owner.
ALTER TABLE device DROP CONSTRAINT device_serial_key;
CREATE UNIQUE INDEX device_serial_key ON device (serial) WHERE state <> 'removed';
CREATE INDEX device_by_serial ON device (serial);
