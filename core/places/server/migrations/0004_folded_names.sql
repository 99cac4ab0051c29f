-- Floors and spaces are searched by name; imported tables name places however they are spelt.
ALTER TABLE floor ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(name)) STORED;
ALTER TABLE space ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(name)) STORED;
CREATE INDEX floor_search ON floor USING gin (company_id, search gin_trgm_ops);
CREATE INDEX space_search ON space USING gin (company_id, search gin_trgm_ops);
CREATE INDEX floor_folded ON floor (structure_id, search);
CREATE INDEX space_folded ON space (structure_id, search);
CREATE INDEX area_folded ON area (company_id, search);
CREATE INDEX structure_folded ON structure (company_id, rasid_fold(name));
