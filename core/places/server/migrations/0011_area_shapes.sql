-- Areas on the map that apps draw for their own records, such as the district of a police station. `kind` is the word of
-- the app for what they are, `subject_id` its record.
CREATE TABLE area_shape (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  kind          text    NOT NULL,
  subject_id    integer NOT NULL,
  polygons      jsonb   NOT NULL, -- [{outer: [{lat, lng}, …], holes: [[…], …]}, …]
  square_metres float8  NOT NULL CHECK (square_metres > 0),
  -- Only areas in force are looked at.
  active        boolean NOT NULL DEFAULT true,
  -- The box around it in degrees. An area across the 180th meridian reaches beyond 180.
  west          float8  NOT NULL,
  south         float8  NOT NULL CHECK (south <= north),
  east          float8  NOT NULL CHECK (west <= east),
  north         float8  NOT NULL,
  UNIQUE (kind, subject_id)
);
CREATE INDEX area_shape_company ON area_shape (company_id);
CREATE INDEX area_shape_in_force ON area_shape (kind, south, north) WHERE active;
SELECT rasid_tenant_table('area_shape');
