-- Installations that had them as tables of places keep them.
CREATE TABLE IF NOT EXISTS country (
  id         integer PRIMARY KEY, -- 233 is the United Arab Emirates
  code       text NOT NULL UNIQUE,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  time_zones text[] NOT NULL
);
SELECT rasid_shared_table('country');

CREATE TABLE IF NOT EXISTS city (
  id         integer PRIMARY KEY, -- the id of the GeoNames gazetteer
  country_id integer NOT NULL REFERENCES country,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  population integer NOT NULL,
  lat        double precision NOT NULL,
  lng        double precision NOT NULL,
  search     text GENERATED ALWAYS AS (rasid_fold(name_en || ' ' || name_ar)) STORED
);
CREATE INDEX IF NOT EXISTS city_largest ON city (country_id, population DESC, id DESC);
SELECT rasid_shared_table('city');
