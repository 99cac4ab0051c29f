-- A message that comes through a connector may name no device that is known. `connector_id` names a record of a slice above.
ALTER TABLE dead_letter ALTER COLUMN device_id DROP NOT NULL,
  ADD COLUMN connector_id   integer,
  -- As it was called when the message arrived.
  ADD COLUMN connector_name text,
  ADD COLUMN external_id    text,
  ADD COLUMN stage          text NOT NULL DEFAULT 'decode',
  ADD COLUMN codec_version  integer,
  ADD CHECK (device_id IS NOT NULL OR connector_id IS NOT NULL);
CREATE INDEX dead_letter_unknown ON dead_letter (connector_id, external_id, id)
  WHERE connector_id IS NOT NULL AND replayed_at IS NULL AND discarded_at IS NULL;

-- What comes without a device is counted for the company.
ALTER TABLE dead_letter_total DROP CONSTRAINT dead_letter_total_pkey, ALTER COLUMN device_id DROP NOT NULL,
  ADD UNIQUE NULLS NOT DISTINCT (device_id, company_id);
ALTER TABLE dead_letter_folded ALTER COLUMN device_id DROP NOT NULL,
  DROP CONSTRAINT dead_letter_folded_device_id_company_id_reason_key,
  ADD UNIQUE NULLS NOT DISTINCT (device_id, company_id, reason);

CREATE OR REPLACE FUNCTION dead_letters_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO dead_letter_total AS t (device_id, company_id, kept, bytes)
  SELECT device_id, company_id, count(*), sum(octet_length(payload)) FROM added GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (device_id, company_id) DO UPDATE SET kept = t.kept + excluded.kept, bytes = t.bytes + excluded.bytes;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION dead_letters_gone() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE dead_letter_total t SET kept = t.kept - g.kept, bytes = t.bytes - g.bytes
    FROM (SELECT device_id, company_id, count(*) AS kept, sum(octet_length(payload)) AS bytes FROM gone GROUP BY 1, 2) g
   WHERE t.device_id IS NOT DISTINCT FROM g.device_id AND t.company_id = g.company_id;
  RETURN NULL;
END $$;
