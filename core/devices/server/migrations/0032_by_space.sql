-- What watches a space is found by it, in each batch of messages.
CREATE INDEX device_by_space ON device (space_id) WHERE space_id IS NOT NULL;
