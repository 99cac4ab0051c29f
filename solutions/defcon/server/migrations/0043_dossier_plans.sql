-- The plans of the site with the zones on them, as they were when the police was called.
CREATE TABLE defcon_dossier_plan (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  alarm_id   integer NOT NULL REFERENCES defcon_incident ON DELETE CASCADE,
  -- The plan of which it is a copy. It may have changed or been deleted since.
  layout_id  integer NOT NULL,
  name       text    NOT NULL,
  file_id    integer NOT NULL,
  ratio      float8  NOT NULL,
  zones      jsonb   NOT NULL,
  UNIQUE (alarm_id, layout_id)
);
CREATE INDEX defcon_dossier_plan_company ON defcon_dossier_plan (company_id, id);
CREATE INDEX defcon_dossier_plan_file ON defcon_dossier_plan (file_id);
SELECT rasid_tenant_table('defcon_dossier_plan', false);
SELECT rasid_owns_file('defcon_dossier_plan', 'file_id');
