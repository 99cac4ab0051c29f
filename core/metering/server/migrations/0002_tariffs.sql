CREATE TABLE tariff (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  app        text NOT NULL,
  name_en    text NOT NULL,
  name_ar    text NOT NULL,
  utility    text NOT NULL CHECK (utility IN ('water', 'gas', 'electricity', 'cooling')),
  currency   text NOT NULL,
  unit       text NOT NULL,
  example    boolean NOT NULL DEFAULT false,
  search     text GENERATED ALWAYS AS (rasid_fold(name_en || ' ' || name_ar)) STORED,
  UNIQUE (id, company_id)
);
CREATE INDEX tariff_by_name ON tariff (company_id, name_en, id);
CREATE INDEX tariff_search ON tariff USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('tariff');
CREATE INDEX tariff_by_created ON tariff (company_id, created_at, id);

-- The terms of a tariff from a month on. A version never changes.
CREATE TABLE tariff_version (
  tariff_id  integer NOT NULL,
  company_id integer NOT NULL,
  version    integer NOT NULL,
  valid_from date    NOT NULL,
  terms      jsonb   NOT NULL,
  PRIMARY KEY (tariff_id, version),
  FOREIGN KEY (tariff_id, company_id) REFERENCES tariff (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('tariff_version');
SELECT rasid_part_of('tariff_version', 'tariff_id');
REVOKE UPDATE, DELETE ON tariff_version FROM rasid_app;

-- Where a tariff applies: to a device, a structure or a solution of the company. Of each utility one tariff per place.
CREATE TABLE tariff_assignment (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  tariff_id  integer NOT NULL,
  company_id integer NOT NULL,
  app        text    NOT NULL,
  utility    text    NOT NULL,
  level      text    NOT NULL CHECK (level IN ('device', 'structure', 'solution')),
  ref_id     integer NOT NULL,
  dwellings  integer NOT NULL DEFAULT 1 CHECK (dwellings > 0),
  UNIQUE (company_id, app, utility, level, ref_id),
  FOREIGN KEY (tariff_id, company_id) REFERENCES tariff (id, company_id) ON DELETE CASCADE
);
CREATE INDEX tariff_assignment_tariff ON tariff_assignment (tariff_id);
SELECT rasid_tenant_table('tariff_assignment');
SELECT rasid_part_of('tariff_assignment', 'tariff_id');
