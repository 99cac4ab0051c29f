-- How far the police is with an incident that was given to it, and since when.
ALTER TABLE defcon_incident
  ADD COLUMN police_step   text NOT NULL DEFAULT 'none'
             CHECK (police_step IN ('none', 'requested', 'accepted', 'dispatched', 'on-scene', 'closed', 'withdrawn')),
  -- How it was verified before the police was called.
  ADD COLUMN verified_by   text CHECK (verified_by IN ('phone', 'video', 'sequential')),
  ADD COLUMN hq_id         integer REFERENCES defcon_locality,
  ADD COLUMN station_id    integer REFERENCES defcon_locality,
  ADD COLUMN requested_at  timestamptz,
  ADD COLUMN accepted_at   timestamptz,
  ADD COLUMN dispatched_at timestamptz,
  ADD COLUMN on_scene_at   timestamptz,
  -- Until when the station that has it must have accepted it.
  ADD COLUMN desk_due_at   timestamptz;
CREATE INDEX defcon_incident_desk_due ON defcon_incident (desk_due_at) WHERE desk_due_at IS NOT NULL;
CREATE INDEX defcon_incident_station ON defcon_incident (station_id, requested_at) WHERE station_id IS NOT NULL;
CREATE INDEX defcon_incident_hq ON defcon_incident (hq_id, requested_at) WHERE hq_id IS NOT NULL;

-- What the police knows of the site and the panel: the file of the incident as it was when the police was called.
ALTER TABLE defcon_incident ADD COLUMN dossier jsonb;
