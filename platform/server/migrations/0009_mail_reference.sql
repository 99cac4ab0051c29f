-- Its queuer is informed if the mail cannot be delivered.
ALTER TABLE mail_outbox ADD COLUMN reference uuid;
CREATE INDEX mail_outbox_reference ON mail_outbox (attempts) WHERE reference IS NOT NULL AND sent_at IS NULL;
