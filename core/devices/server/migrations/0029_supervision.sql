-- The longest silence of a device that is allowed, as people have set it; null: three of its reporting intervals.
ALTER TABLE device ADD COLUMN supervision_seconds integer CHECK (supervision_seconds BETWEEN 10 AND 2764800);
CREATE TRIGGER change_log_supervision AFTER UPDATE OF supervision_seconds ON device FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- Since when its silence counts, if an outage of the platform has begun it again; null: since its last message.
ALTER TABLE device_state ADD COLUMN counted_from timestamptz;

-- The ways on which devices report, such as a cable and a mobile network. Their silence is watched one by one; silent_until
-- is null while it is not watched.
CREATE TABLE device_path (
  id                  bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id           integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  line                text        NOT NULL CHECK (length(line) BETWEEN 1 AND 40),
  state               text        NOT NULL DEFAULT 'alive' CHECK (state IN ('alive', 'lost')),
  last_at             timestamptz NOT NULL,
  supervision_seconds integer     NOT NULL CHECK (supervision_seconds BETWEEN 10 AND 2764800),
  silent_until        timestamptz,
  counted_from        timestamptz,
  UNIQUE (device_id, line)
) WITH (fillfactor = 70);
CREATE INDEX device_path_silent ON device_path (silent_until) WHERE state = 'alive';
ALTER TABLE device_path ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_path FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON device_path TO rasid_all USING (true);
CREATE POLICY by_device ON device_path FOR SELECT TO rasid_app USING (EXISTS (SELECT FROM device d WHERE d.id = device_id));
GRANT SELECT, INSERT, UPDATE, DELETE ON device_path TO rasid_all;
GRANT SELECT ON device_path TO rasid_app;

-- When a process of each role last ran: without one of them messages of devices cannot arrive.
CREATE TABLE intake_role (
  role    text        PRIMARY KEY,
  seen_at timestamptz NOT NULL
);
SELECT rasid_system_table('intake_role');
