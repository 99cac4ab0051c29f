-- What belongs to a mass activation, and what may still become part of one: a batch asks for nothing else.
CREATE INDEX rodent_hit_mass ON rodent_hit (structure_id, mass, at) WHERE kind = 'activation' AND from_at IS NULL AND NOT service;
