ALTER TABLE sms_outbox ADD COLUMN attempts integer NOT NULL DEFAULT 0, ADD COLUMN last_error text,
  ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX sms_outbox_waiting ON sms_outbox (next_attempt_at) WHERE sent_at IS NULL;
