-- Documents that are laid out as PDF: the frozen data, and the file once it is made.
CREATE TABLE print_document (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  user_id     integer REFERENCES users,
  page        text NOT NULL,
  language    text NOT NULL CHECK (language IN ('en', 'ar')),
  title       text NOT NULL,
  data        jsonb NOT NULL,
  sha256      text NOT NULL,
  state       text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'done', 'failed')),
  error       text,
  file_id     integer REFERENCES stored_file,
  finished_at timestamptz,
  UNIQUE NULLS NOT DISTINCT (company_id, user_id, sha256)
);
SELECT rasid_tenant_table('print_document', false);
SELECT rasid_owns_file('print_document', 'file_id');

-- The address of a document for the browser that lays it out: used once, for a short time.
CREATE TABLE print_key (
  hash        bytea PRIMARY KEY,
  document_id integer NOT NULL REFERENCES print_document ON DELETE CASCADE,
  nonce_hash  bytea NOT NULL,
  expires_at  timestamptz NOT NULL,
  used_at     timestamptz
);
SELECT rasid_system_table('print_key');
