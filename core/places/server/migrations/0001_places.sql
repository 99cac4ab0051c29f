CREATE TABLE area (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  city_id     integer REFERENCES city,
  search      text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, name),
  UNIQUE (id, company_id)
);
CREATE INDEX area_search ON area USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('area');

-- A building or a site; an inner structure stands within its parent.
CREATE TABLE structure (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  name       text NOT NULL,
  kind       text NOT NULL DEFAULT 'building',
  country_id integer NOT NULL REFERENCES country,
  city_id    integer REFERENCES city,
  area_id    integer,
  address    text NOT NULL DEFAULT '',
  lat        double precision CHECK (lat BETWEEN -90 AND 90),
  lng        double precision CHECK (lng BETWEEN -180 AND 180),
  parent_id  integer,
  search     text GENERATED ALWAYS AS (rasid_fold(name || ' ' || address)) STORED,
  UNIQUE (id, company_id),
  CHECK (parent_id <> id),
  CHECK ((lat IS NULL) = (lng IS NULL)),
  FOREIGN KEY (area_id, company_id) REFERENCES area (id, company_id),
  FOREIGN KEY (parent_id, company_id) REFERENCES structure (id, company_id)
);
CREATE INDEX structure_company ON structure (company_id, id);
CREATE INDEX structure_name ON structure (company_id, name, id);
CREATE INDEX structure_city ON structure (company_id, city_id);
CREATE INDEX structure_area ON structure (area_id);
CREATE INDEX structure_parent ON structure (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX structure_search ON structure USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('structure');

CREATE TABLE floor (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL,
  name         text NOT NULL,
  level        integer NOT NULL,
  UNIQUE (structure_id, name),
  UNIQUE (id, structure_id),
  FOREIGN KEY (structure_id, company_id) REFERENCES structure (id, company_id) ON DELETE CASCADE
);
CREATE INDEX floor_company ON floor (company_id, id);
CREATE INDEX floor_level ON floor (structure_id, level, id);
SELECT rasid_tenant_table('floor');

CREATE TABLE space (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL,
  floor_id     integer,
  name         text NOT NULL,
  UNIQUE NULLS NOT DISTINCT (structure_id, floor_id, name),
  UNIQUE (id, structure_id),
  FOREIGN KEY (structure_id, company_id) REFERENCES structure (id, company_id) ON DELETE CASCADE,
  FOREIGN KEY (floor_id, structure_id) REFERENCES floor (id, structure_id)
);
CREATE INDEX space_company ON space (company_id, id);
CREATE INDEX space_floor ON space (floor_id);
SELECT rasid_tenant_table('space');

-- How many devices of each solution stand in a structure. Counted by who installs and removes devices, so that the
-- structures of a company can be listed without reading its devices.
CREATE TABLE structure_solution (
  company_id   integer NOT NULL,
  structure_id integer NOT NULL,
  solution_id  integer NOT NULL,
  devices      integer NOT NULL CHECK (devices >= 0),
  PRIMARY KEY (structure_id, solution_id),
  FOREIGN KEY (structure_id, company_id) REFERENCES structure (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('structure_solution', false);
