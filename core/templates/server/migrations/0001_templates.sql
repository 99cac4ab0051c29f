-- What many devices of a model have alike: interval, thresholds, rules and settings.
CREATE TABLE template (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  app         text NOT NULL,
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  hardware_id integer NOT NULL REFERENCES device_hardware,
  status      text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'archived')),
  newest_version integer NOT NULL DEFAULT 1,
  search      text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, app, name)
);
SELECT rasid_tenant_table('template');
CREATE INDEX template_search ON template USING gin (company_id, search gin_trgm_ops);
CREATE INDEX template_name ON template (company_id, app, name, id);
CREATE INDEX template_created ON template (company_id, app, created_at, id);
CREATE INDEX template_hardware ON template (company_id, app, hardware_id, id);

-- Versions never change.
CREATE TABLE template_version (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  template_id integer NOT NULL REFERENCES template ON DELETE CASCADE,
  version     integer NOT NULL,
  content     jsonb NOT NULL,
  user_id     integer DEFAULT rasid_user(),
  UNIQUE (template_id, version)
);
SELECT rasid_tenant_table('template_version', false);
CREATE INDEX template_version_company ON template_version (company_id, id);
REVOKE UPDATE ON template_version FROM rasid_app, rasid_all;

-- The template that a device follows, and how it differs. What devices report by themselves is no change by a person.
CREATE TABLE device_template (
  device_id   integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id  integer NOT NULL REFERENCES company,
  template_id integer NOT NULL REFERENCES template,
  version_id  integer NOT NULL REFERENCES template_version,
  -- Values that people have accepted: field, value, by, at.
  overrides   jsonb NOT NULL DEFAULT '[]',
  -- Differences: field, wanted, actual, since.
  drift       jsonb NOT NULL DEFAULT '[]',
  failure     text,
  since       timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_tenant_table('device_template', false);
CREATE INDEX device_template_template ON device_template (template_id);
CREATE INDEX device_template_version ON device_template (version_id);
CREATE INDEX device_template_company ON device_template (company_id);

CREATE TABLE template_application (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  template_id integer NOT NULL REFERENCES template ON DELETE CASCADE,
  version_id  integer NOT NULL REFERENCES template_version ON DELETE CASCADE,
  keep_local  boolean NOT NULL,
  user_id     integer DEFAULT rasid_user()
);
SELECT rasid_tenant_table('template_application', false);
CREATE INDEX template_application_template ON template_application (template_id, id);
CREATE INDEX template_application_company ON template_application (company_id, id);

CREATE TABLE template_application_device (
  id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  application_id integer NOT NULL REFERENCES template_application ON DELETE CASCADE,
  device_id      integer NOT NULL REFERENCES device ON DELETE CASCADE,
  state          text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'waiting', 'error')),
  code           text,
  changed_at     timestamptz NOT NULL DEFAULT now(),
  UNIQUE (application_id, device_id)
);
SELECT rasid_tenant_table('template_application_device', false);
CREATE INDEX template_application_device_list ON template_application_device (application_id, id);
CREATE INDEX template_application_device_waiting ON template_application_device (device_id) WHERE state = 'waiting';
CREATE INDEX template_application_device_company ON template_application_device (company_id, id);
