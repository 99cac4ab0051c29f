-- The times in which a trap was heard: from one of its messages to the next, unless it was silent for three of its
-- intervals between them.
CREATE TABLE rodent_heard (
  id        integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id integer NOT NULL REFERENCES device ON DELETE CASCADE,
  from_at   timestamptz NOT NULL,
  to_at     timestamptz NOT NULL CHECK (to_at >= from_at)
) WITH (fillfactor = 70);
CREATE INDEX rodent_heard_device ON rodent_heard (device_id, to_at);
SELECT rasid_system_table('rodent_heard');
