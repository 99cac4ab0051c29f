-- What a command changes: one unfinished command for each device and subject.
ALTER TABLE device_command
  ADD COLUMN subject text,
  -- The reported value that confirms it: {sensor | attribute, is, tolerance}.
  ADD COLUMN expected jsonb,
  ADD COLUMN confirm_seconds integer,
  ADD COLUMN confirm_by timestamptz,
  -- The device did not report the expected value in time and has an alarm for it.
  ADD COLUMN unfollowed boolean NOT NULL DEFAULT false,
  ADD COLUMN sent_at timestamptz,
  ADD COLUMN reason text,
  -- The alarm whose rule has sent it.
  ADD COLUMN alarm_id integer,
  ADD COLUMN trace jsonb NOT NULL DEFAULT '[]';
CREATE UNIQUE INDEX device_command_unfinished ON device_command (device_id, subject) WHERE subject IS NOT NULL AND state IN ('queued', 'sent', 'delivered');
CREATE INDEX device_command_expected ON device_command (device_id) WHERE expected IS NOT NULL AND (state IN ('sent', 'delivered') OR unfollowed);
CREATE INDEX device_command_acted ON device_command (device_id, created_at) WHERE alarm_id IS NOT NULL;

-- Every change of the state leaves its time, whichever statement makes it.
CREATE FUNCTION device_command_traced() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.state = OLD.state THEN RETURN NEW; END IF;
  NEW.trace := NEW.trace || jsonb_build_object('state', NEW.state, 'at', now());
  IF NEW.state = 'sent' THEN NEW.sent_at := now(); END IF;
  IF NEW.state = 'delivered' THEN NEW.confirm_by := now() + NEW.confirm_seconds * interval '1 second'; END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER traced BEFORE INSERT OR UPDATE OF state ON device_command FOR EACH ROW EXECUTE FUNCTION device_command_traced();

-- The device that acts for others: the control unit of a leak detector.
CREATE TABLE device_link (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  actor_id   integer NOT NULL REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  UNIQUE (device_id, actor_id),
  CHECK (device_id <> actor_id)
);
SELECT rasid_tenant_table('device_link');
CREATE INDEX device_link_actor ON device_link (actor_id);
