-- Imported tables name places however they are spelt.
CREATE INDEX structure_folded ON structure (company_id, rasid_fold(name));
CREATE INDEX area_folded ON area (company_id, rasid_fold(name));
CREATE INDEX floor_folded ON floor (structure_id, rasid_fold(name));
CREATE INDEX space_folded ON space (structure_id, rasid_fold(name));
