-- Documents that anyone can verify: the report of a signed visit, and the folder of a site for auditors. The file of a
-- folder goes after a while, what it said of itself stays.
CREATE TABLE rodent_document (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL REFERENCES structure ON DELETE CASCADE,
  -- What is printed on it.
  code         uuid NOT NULL DEFAULT gen_random_uuid() UNIQUE,
  language     text NOT NULL CHECK (language IN ('en', 'ar')),
  -- Of a visit: as it was with so many addenda.
  visit_id     integer REFERENCES rodent_visit ON DELETE CASCADE,
  addenda      integer,
  -- Of a folder: its period, and when its file goes.
  from_at      timestamptz,
  to_at        timestamptz CHECK (to_at > from_at),
  expires_at   timestamptz,
  -- When it is to be laid out; NULL once it was requested.
  due_at       timestamptz,
  -- Its document in the print queue.
  print_id     integer,
  failed       boolean NOT NULL DEFAULT false,
  -- Once it is laid out.
  file_id      integer REFERENCES stored_file ON DELETE SET NULL,
  bytes        integer,
  sha256       text,
  user_id      integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL,
  CHECK ((visit_id IS NULL) = (from_at IS NOT NULL)),
  UNIQUE (visit_id, language, addenda)
);
CREATE INDEX rodent_document_company ON rodent_document (company_id, id);
CREATE INDEX rodent_document_structure ON rodent_document (structure_id, id);
CREATE INDEX rodent_document_due ON rodent_document (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX rodent_document_print ON rodent_document (print_id);
CREATE INDEX rodent_document_expires ON rodent_document (expires_at) WHERE print_id IS NOT NULL;
SELECT rasid_tenant_table('rodent_document', false);
