-- The commands of locks that have ended and whose openings and codes are to be settled. Written together with the end.
CREATE TABLE access_ended_command (
  command_id bigint      PRIMARY KEY,
  at         timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('access_ended_command');
CREATE INDEX access_ended_command_at ON access_ended_command (at);
-- Those that are not settled yet, ended or not: settling one that has not ended changes nothing.
INSERT INTO access_ended_command (command_id)
SELECT command_id FROM access_opening WHERE settled_at IS NULL
UNION SELECT command_id FROM access_credential WHERE command_id IS NOT NULL AND sync IN ('writing', 'removing');
DROP INDEX access_opening_waiting;

DROP INDEX access_credential_due;
CREATE INDEX access_credential_due ON access_credential (next_attempt_at)
 WHERE sync IN ('wanted', 'failed', 'removing') AND (sync = 'removing' OR sealed IS NOT NULL) AND command_id IS NULL;

-- When the platform is to set the clock; null if it need not.
ALTER TABLE access_clock ADD COLUMN due_at timestamptz;
UPDATE access_clock SET due_at = now() WHERE due;
DROP INDEX access_clock_due;
ALTER TABLE access_clock DROP COLUMN due;
CREATE INDEX access_clock_due ON access_clock (due_at) WHERE due_at IS NOT NULL;
