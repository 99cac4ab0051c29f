-- Police headquarters and their local stations. Their areas are rows of area_shape.
CREATE TABLE defcon_locality (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL UNIQUE REFERENCES company,
  -- The company of the headquarters of a local station.
  hq_company_id integer REFERENCES company,
  kind          text    NOT NULL CHECK (kind IN ('headquarters', 'local')),
  hq_id         integer REFERENCES defcon_locality,
  country_id    integer NOT NULL REFERENCES country,
  name_en       text    NOT NULL,
  name_ar       text    NOT NULL,
  code          text    NOT NULL,
  phone         text,
  -- The headquarters that answers for what is in no area of its country.
  fallback      boolean NOT NULL DEFAULT false,
  status        text    NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive')),
  created_at    timestamptz NOT NULL DEFAULT now(),
  search        text    GENERATED ALWAYS AS (rasid_fold(name_en || ' ' || name_ar || ' ' || code)) STORED,
  CHECK ((kind = 'local') = (hq_id IS NOT NULL) AND (hq_id IS NULL) = (hq_company_id IS NULL)),
  CHECK (NOT fallback OR kind = 'headquarters')
);
CREATE UNIQUE INDEX defcon_locality_code ON defcon_locality (upper(code));
CREATE UNIQUE INDEX defcon_locality_fallback ON defcon_locality (country_id) WHERE fallback;
CREATE INDEX defcon_locality_hq ON defcon_locality (hq_id);
CREATE INDEX defcon_locality_search ON defcon_locality USING gin (company_id, search gin_trgm_ops);
SELECT rasid_shared_rows('defcon_locality', owners => '{company_id,hq_company_id}', logged => true);
-- Security companies choose the station to which they escalate.
CREATE POLICY monitor ON defcon_locality FOR SELECT TO rasid_app
  USING (status = 'active' AND (SELECT own_company_type()) = 'Security Company');

-- The structures with devices of ProTect, and which police answers for them.
CREATE TABLE defcon_premises (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL UNIQUE REFERENCES structure ON DELETE CASCADE,
  -- Chosen by hand.
  override_id  integer REFERENCES defcon_locality,
  station_id   integer REFERENCES defcon_locality,
  hq_id        integer REFERENCES defcon_locality,
  basis        text    NOT NULL DEFAULT 'none' CHECK (basis IN ('manual', 'area', 'headquarters', 'fallback', 'none')),
  -- When the police that answers is looked for again; NULL: it is known.
  assign_at     timestamptz
);
CREATE INDEX defcon_premises_company ON defcon_premises (company_id);
CREATE INDEX defcon_premises_station ON defcon_premises (station_id);
CREATE INDEX defcon_premises_hq ON defcon_premises (hq_id, basis);
CREATE INDEX defcon_premises_override ON defcon_premises (override_id) WHERE override_id IS NOT NULL;
CREATE INDEX defcon_premises_assign ON defcon_premises (assign_at) WHERE assign_at IS NOT NULL;
SELECT rasid_tenant_table('defcon_premises', false);
-- What people choose is logged; where areas lead is not a change by people.
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF override_id ON defcon_premises
  FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
