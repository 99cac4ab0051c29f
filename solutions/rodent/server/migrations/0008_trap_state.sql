-- The newest activation of a trap whose time is known says whether it is sprung.
CREATE INDEX rodent_hit_activation ON rodent_hit (device_id, at DESC) INCLUDE (rearmed_at) WHERE kind = 'activation' AND from_at IS NULL;
