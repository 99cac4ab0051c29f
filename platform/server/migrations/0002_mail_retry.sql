ALTER TABLE mail_outbox ADD COLUMN next_attempt_at timestamptz NOT NULL DEFAULT now();
CREATE INDEX mail_outbox_waiting ON mail_outbox (next_attempt_at) WHERE sent_at IS NULL;
