-- Licences of the people who look after traps, as the company whose sites they are shows them to auditors. A renewed licence
-- is a further row.
CREATE TABLE rodent_licence (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  -- NULL: for all sites of the company.
  structure_id  integer REFERENCES structure ON DELETE CASCADE,
  technician_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  -- The company of the technician; NULL for the company's own people.
  provider_id   integer REFERENCES company,
  number        text NOT NULL,
  authority     text,
  valid_from    date,
  expires_on    date NOT NULL CHECK (expires_on >= valid_from),
  search        text GENERATED ALWAYS AS (rasid_fold(number)) STORED
);
CREATE INDEX rodent_licence_search ON rodent_licence USING gin (company_id, search gin_trgm_ops);
CREATE INDEX rodent_licence_expires ON rodent_licence (company_id, expires_on, id);
CREATE INDEX rodent_licence_number ON rodent_licence (company_id, number, id);
CREATE INDEX rodent_licence_technician ON rodent_licence (technician_id, company_id, expires_on);
CREATE INDEX rodent_licence_structure ON rodent_licence (structure_id);
SELECT rasid_tenant_table('rodent_licence');
SELECT rasid_attachments('rodent_licence');

-- A hash of what a folder says of licences: they are changed and removed, which leaves no newer row.
ALTER TABLE rodent_document ADD licences text;
