-- What may still become part of a mass activation: in the middle of one, a batch asks for nothing else.
CREATE INDEX rodent_hit_alone ON rodent_hit (structure_id, at) WHERE NOT mass AND kind = 'activation' AND from_at IS NULL AND NOT service;
