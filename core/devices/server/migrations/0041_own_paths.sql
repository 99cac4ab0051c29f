-- The paths of a device instead of those of its model, in the order of `place`: the first counts for messages that name
-- none. NULL: a path of its model. Such a path is watched before its device has reported on it.
ALTER TABLE device_path ADD COLUMN place smallint;
ALTER TABLE device_path ALTER COLUMN last_at DROP NOT NULL;
-- Apps may wait for somewhat longer than the longest silence that people can allow.
ALTER TABLE device_path DROP CONSTRAINT device_path_supervision_seconds_check;
ALTER TABLE device_path ADD CONSTRAINT device_path_supervision_seconds_check CHECK (supervision_seconds BETWEEN 10 AND 3317760);
