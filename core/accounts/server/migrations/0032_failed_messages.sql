-- Messages of the last day that were given up are counted every few seconds.
CREATE INDEX push_outbox_failed ON push_outbox (created_at) WHERE state = 'failed';
