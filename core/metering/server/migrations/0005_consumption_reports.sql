-- Reports of consumption whose document is being laid out; they are mailed, and removed, once it is there.
CREATE TABLE consumption_report (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  app         text NOT NULL,
  name        text NOT NULL,
  document_id integer NOT NULL REFERENCES print_document ON DELETE CASCADE,
  data        jsonb NOT NULL,
  recipients  text[] NOT NULL,
  language    text NOT NULL CHECK (language IN ('en', 'ar'))
);
CREATE INDEX consumption_report_document ON consumption_report (document_id);
CREATE INDEX consumption_report_company ON consumption_report (company_id);
SELECT rasid_tenant_table('consumption_report');
