-- The weeks of positions are made and dropped as those of all tables.
DROP FUNCTION rasid_position_partition(timestamptz);
DROP FUNCTION rasid_drop_positions(timestamptz);
