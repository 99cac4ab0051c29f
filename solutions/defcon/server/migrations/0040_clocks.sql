-- What happens by itself to an open incident, and when. A table of its own: who acts on an incident locks its alarm first,
-- and the work that is due locks its clock first.
CREATE TABLE defcon_clock (
  alarm_id   integer PRIMARY KEY REFERENCES alarm ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  -- Nobody has taken it: it rings at all, then at the administrators, then the police is called; a station loses it. Or its
  -- holder does nothing.
  clock      text CHECK (clock IN ('ring', 'administrators', 'police', 'station', 'idle')),
  due_at     timestamptz,
  -- When the desk did something with it last.
  worked_at  timestamptz,
  CHECK ((clock IS NULL) = (due_at IS NULL))
);
CREATE INDEX defcon_clock_due ON defcon_clock (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX defcon_clock_company ON defcon_clock (company_id, alarm_id);
SELECT rasid_tenant_table('defcon_clock', false);

-- Requests that a station has not accepted yet.
INSERT INTO defcon_clock (alarm_id, company_id, clock, due_at)
SELECT alarm_id, company_id, 'station', desk_due_at FROM defcon_incident WHERE desk_due_at IS NOT NULL;
ALTER TABLE defcon_incident DROP COLUMN desk_due_at;
