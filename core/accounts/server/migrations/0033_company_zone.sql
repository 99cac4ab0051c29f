-- A company without a zone of its own has that of the platform.
ALTER TABLE company ALTER COLUMN time_zone SET DEFAULT rasid_zone();
