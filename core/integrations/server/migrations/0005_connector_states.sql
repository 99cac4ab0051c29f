-- After how many minutes without an accepted message a connector is silent: null judges by its usual pauses, 0 never.
ALTER TABLE connector ADD COLUMN silent_after integer CHECK (silent_after >= 0);

-- How the connector does: when it brought a message that was accepted, and what is wrong with it.
CREATE TABLE connector_state (
  connector_id  integer PRIMARY KEY,
  company_id    integer NOT NULL,
  accepted_at   timestamptz,
  -- The longest pause between accepted messages, which fades with each message.
  usual_pause   interval,
  resumed_at    timestamptz NOT NULL DEFAULT now(),
  -- Messages of late that were not admitted, without a pause of ten minutes in between.
  not_admitted  integer NOT NULL DEFAULT 0,
  not_admitted_since timestamptz,
  not_admitted_at    timestamptz,
  silent        boolean NOT NULL DEFAULT false,
  fault         text CHECK (fault IN ('not-admitted', 'broker-refuses', 'many-refused')),
  FOREIGN KEY (connector_id, company_id) REFERENCES connector (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('connector_state', false);

CREATE FUNCTION connector_resumes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO connector_state (connector_id, company_id) VALUES (NEW.id, NEW.company_id)
  ON CONFLICT (connector_id) DO UPDATE SET resumed_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER connector_added AFTER INSERT ON connector FOR EACH ROW EXECUTE FUNCTION connector_resumes();
CREATE TRIGGER connector_resumed AFTER UPDATE OF enabled ON connector FOR EACH ROW WHEN (NEW.enabled AND NOT OLD.enabled) EXECUTE FUNCTION connector_resumes();

INSERT INTO connector_state (connector_id, company_id, accepted_at)
SELECT c.id, c.company_id, (SELECT max(m.received_at) FROM connector_message m WHERE m.connector_id = c.id AND m.outcome = 'accepted') FROM connector c;

-- Since when a broker refuses the connection or is out of reach.
ALTER TABLE connector_broker ADD COLUMN failed_since timestamptz;
UPDATE connector_broker SET failed_since = now() WHERE fault IS NOT NULL;

-- Suspended codecs are alarms about the connector; which device sent the last message does not matter.
DELETE FROM codec_failure;
ALTER TABLE codec_failure DROP COLUMN device_id, DROP COLUMN app, ADD PRIMARY KEY (connector_id, codec_id);
