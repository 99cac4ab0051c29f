CREATE TABLE asset (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  name         text NOT NULL,
  type         text NOT NULL,
  code         text,
  status       text NOT NULL DEFAULT 'in-use' CHECK (status IN ('in-use', 'in-storage', 'in-repair', 'retired')),
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  floor_id     integer REFERENCES floor ON DELETE SET NULL,
  space_id     integer REFERENCES space ON DELETE SET NULL,
  purchased_at date,
  description  text NOT NULL DEFAULT '',
  search       text GENERATED ALWAYS AS (rasid_fold(name || ' ' || coalesce(code, ''))) STORED,
  UNIQUE (company_id, code)
);
CREATE INDEX asset_by_type ON asset (company_id, type, name, id);
CREATE INDEX asset_by_name ON asset (company_id, name, id);
CREATE INDEX asset_structure ON asset (structure_id);
CREATE INDEX asset_search ON asset USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('asset');
