-- Pages follow the devices of a floor, and a floor that is deleted looks for its devices.
CREATE INDEX device_by_floor ON device (floor_id) WHERE floor_id IS NOT NULL;
