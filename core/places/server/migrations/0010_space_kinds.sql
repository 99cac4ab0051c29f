-- Spaces of any kind: rooms, desks, parking bays. The kinds are data of the manifests, so the database does not list them.
ALTER TABLE space
  ADD COLUMN kind      text NOT NULL DEFAULT 'room',
  ADD COLUMN code      text, -- as printed on the spot; unique in the structure
  ADD COLUMN parent_id integer,
  ADD COLUMN capacity  integer CHECK (capacity BETWEEN 1 AND 100000), -- people, or what the kind counts
  ADD COLUMN outline   jsonb, -- corners on the map: [{lat, lng}, …]
  -- The keys below allow one level of spaces within spaces: a parent has no parent.
  ADD COLUMN is_inner        boolean GENERATED ALWAYS AS (parent_id IS NOT NULL) STORED,
  ADD COLUMN parent_is_inner boolean GENERATED ALWAYS AS (CASE WHEN parent_id IS NOT NULL THEN false END) STORED,
  ADD CHECK (parent_id <> id),
  ADD UNIQUE (id, is_inner),
  ADD FOREIGN KEY (parent_id, structure_id) REFERENCES space (id, structure_id);
ALTER TABLE space ADD FOREIGN KEY (parent_id, parent_is_inner) REFERENCES space (id, is_inner);
CREATE UNIQUE INDEX space_code ON space (structure_id, upper(code)) WHERE code IS NOT NULL;
CREATE INDEX space_by_name ON space (company_id, name, id);
CREATE INDEX space_kind ON space (structure_id, kind);
CREATE INDEX space_parent ON space (parent_id) WHERE parent_id IS NOT NULL;

-- Desks of two rooms may have the same name.
ALTER TABLE space DROP CONSTRAINT space_structure_id_floor_id_name_key;
CREATE UNIQUE INDEX space_name ON space (structure_id, floor_id, parent_id, name) NULLS NOT DISTINCT;

-- A space is found by its code as well. Imported tables name it by either.
ALTER TABLE space DROP COLUMN search;
ALTER TABLE space ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(name || ' ' || coalesce(code, ''))) STORED;
CREATE INDEX space_search ON space USING gin (company_id, search gin_trgm_ops);
CREATE INDEX space_folded ON space (structure_id, rasid_fold(name));
