-- The visits of one geofence in the order of time.
DROP INDEX fence_visit_geofence;
CREATE INDEX fence_visit_geofence ON fence_visit (geofence_id, entered_at);
