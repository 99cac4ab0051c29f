-- When a device was in a geofence, in the order of the times of its positions, whenever they arrived. fence_event is what
-- rules have heard of.
CREATE TABLE fence_visit (
  device_id      integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  geofence_id    integer     NOT NULL REFERENCES geofence ON DELETE CASCADE,
  -- False if the device was in the geofence from its first position on, or when the geofence was drawn.
  entered        boolean     NOT NULL,
  -- The positions that showed the entry arrived late.
  late           boolean     NOT NULL,
  entered_at     timestamptz NOT NULL,
  entered_lat    double precision NOT NULL,
  entered_lng    double precision NOT NULL,
  -- The time of the position that showed it.
  entry_shown_at timestamptz NOT NULL,
  left_at        timestamptz,
  left_lat       double precision,
  left_lng       double precision,
  exit_shown_at  timestamptz,
  PRIMARY KEY (device_id, geofence_id, entered_at),
  CHECK (num_nulls(left_at, left_lat, left_lng, exit_shown_at) IN (0, 4))
);
ALTER TABLE fence_visit ENABLE ROW LEVEL SECURITY;
ALTER TABLE fence_visit FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON fence_visit TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON fence_visit TO rasid_all;
CREATE INDEX fence_visit_geofence ON fence_visit (geofence_id);
CREATE INDEX fence_visit_open ON fence_visit (device_id) WHERE left_at IS NULL;

-- The geofences that a device was in, or was entering, before the first position of a stop: late positions are followed
-- from there.
ALTER TABLE track_segment ADD COLUMN fences jsonb;
-- The stop begins with the first position of the device: nothing is known of where it was before.
ALTER TABLE track_segment ADD COLUMN is_first boolean NOT NULL DEFAULT false;

-- Visits up to now, from the events: each entry with the next event of the geofence.
INSERT INTO fence_visit (device_id, geofence_id, entered, late, entered_at, entered_lat, entered_lng, entry_shown_at, left_at, left_lat, left_lng, exit_shown_at)
SELECT device_id, geofence_id, true, false, time, lat, lng, time, left_at, left_lat, left_lng, left_at
  FROM (SELECT device_id, geofence_id, kind, time, lat, lng,
               lead(time) OVER w AS left_at, lead(lat) OVER w AS left_lat, lead(lng) OVER w AS left_lng
          FROM fence_event WINDOW w AS (PARTITION BY device_id, geofence_id ORDER BY time, id)) e
 WHERE kind = 'enter'
ON CONFLICT DO NOTHING;
-- Devices that have been in a geofence without an event since it was drawn, or since their first position.
INSERT INTO fence_visit (device_id, geofence_id, entered, late, entered_at, entered_lat, entered_lng, entry_shown_at)
SELECT f.device_id, f.geofence_id, false, false, f.since, p.lat, p.lng, f.since
  FROM device_fence f JOIN device_place p ON p.device_id = f.device_id
 WHERE f.inside AND NOT EXISTS (SELECT FROM fence_visit v WHERE v.device_id = f.device_id AND v.geofence_id = f.geofence_id AND v.left_at IS NULL)
ON CONFLICT DO NOTHING;
