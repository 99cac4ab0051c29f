-- The speed limit within a geofence in km/h, for rules of the devices inside it.
ALTER TABLE geofence ADD COLUMN speed_limit smallint CHECK (speed_limit BETWEEN 1 AND 1000);
