CREATE TABLE layout (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL,
  floor_id     integer,
  name         text    NOT NULL,
  file_id      integer NOT NULL UNIQUE,
  width        integer NOT NULL CHECK (width > 0),
  height       integer NOT NULL CHECK (height > 0),
  search       text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE NULLS NOT DISTINCT (structure_id, floor_id, name),
  UNIQUE (id, company_id),
  FOREIGN KEY (structure_id, company_id) REFERENCES structure (id, company_id) ON DELETE CASCADE,
  -- A floor with a plan is not deleted by mistake; with its structure both go.
  FOREIGN KEY (floor_id, structure_id) REFERENCES floor (id, structure_id)
);
CREATE INDEX layout_by_name ON layout (company_id, name, id);
CREATE INDEX layout_floor ON layout (floor_id);
CREATE INDEX layout_search ON layout USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('layout');
SELECT rasid_owns_file('layout', 'file_id');
CREATE INDEX layout_by_created ON layout (company_id, created_at, id);

-- A device stands on one plan at most. It shows there while it is installed in the plan's structure and floor.
CREATE TABLE layout_device (
  device_id  integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  layout_id  integer NOT NULL,
  company_id integer NOT NULL,
  x          double precision NOT NULL CHECK (x BETWEEN 0 AND 1),
  y          double precision NOT NULL CHECK (y BETWEEN 0 AND 1),
  FOREIGN KEY (layout_id, company_id) REFERENCES layout (id, company_id) ON DELETE CASCADE
);
CREATE INDEX layout_device_layout ON layout_device (layout_id);
SELECT rasid_tenant_table('layout_device');
