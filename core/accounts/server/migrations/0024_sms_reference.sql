-- Its queuer is informed if the text message cannot be delivered.
ALTER TABLE sms_outbox ADD COLUMN reference uuid;
CREATE INDEX sms_outbox_reference ON sms_outbox (attempts) WHERE reference IS NOT NULL AND sent_at IS NULL;
