-- The account of a person on a call list. Who is a duress contact sees duress before it is closed.
ALTER TABLE defcon_contact ADD COLUMN user_id integer REFERENCES users ON DELETE SET NULL;
CREATE INDEX defcon_contact_user ON defcon_contact (user_id) WHERE user_id IS NOT NULL;

-- What belongs to an incident that somebody must not know of is as hidden as the incident.
SELECT rasid_shared_rows('defcon_incident', visible => 'alarm_id <> ALL ((SELECT hidden_alarms())::integer[])');
SELECT rasid_shared_part('defcon_event', 'defcon_panel', 'o.id = defcon_event.panel_id',
  'defcon_event.alarm_id IS NULL OR defcon_event.alarm_id <> ALL ((SELECT hidden_alarms())::integer[])');
