-- A dead letter is open until it is replayed or discarded; the first reason groups them.
ALTER TABLE dead_letter ADD COLUMN discarded_at timestamptz,
  ADD COLUMN reason text NOT NULL GENERATED ALWAYS AS (coalesce(reasons -> 0 ->> 'msg', '')) STORED;
CREATE INDEX dead_letter_open ON dead_letter (company_id, reason, id) WHERE replayed_at IS NULL AND discarded_at IS NULL;
