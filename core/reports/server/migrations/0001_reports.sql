-- What people want to know regularly: sections, period, schedule and recipients.
CREATE TABLE report_definition (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer NOT NULL REFERENCES company,
  app            text, -- NULL: a report over several apps
  name           text    NOT NULL,
  description    text    NOT NULL,
  language       text    NOT NULL CHECK (language IN ('en', 'ar', 'both', 'recipient')),
  layout         jsonb   NOT NULL,
  period         jsonb   NOT NULL,
  structure_ids  integer[] NOT NULL,
  sections       jsonb   NOT NULL,
  formats        text[]  NOT NULL,
  schedule       jsonb,
  wait_minutes   integer NOT NULL,
  skip_if_empty  boolean NOT NULL,
  on_error       text    NOT NULL CHECK (on_error IN ('hold', 'send')),
  keep_days      integer NOT NULL,
  state          text    NOT NULL CHECK (state IN ('draft', 'active', 'paused')),
  paused_because text, -- NULL: a person has paused it
  owner_id       integer NOT NULL REFERENCES users,
  next_due_at    timestamptz,
  failed_runs    integer NOT NULL DEFAULT 0, -- in a row
  version        integer NOT NULL DEFAULT 1,
  search         text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE NULLS NOT DISTINCT (company_id, app, name)
);
CREATE INDEX report_definition_name ON report_definition (company_id, name, id);
CREATE INDEX report_definition_next ON report_definition (company_id, next_due_at, id);
CREATE INDEX report_definition_owner ON report_definition (owner_id);
CREATE INDEX report_definition_due ON report_definition (next_due_at) WHERE next_due_at IS NOT NULL;
CREATE INDEX report_definition_search ON report_definition USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('report_definition');
CREATE INDEX report_definition_created ON report_definition (company_id, created_at, id);
ALTER TABLE report_definition ADD UNIQUE (id, company_id);

-- The people of the company who are sent the runs of a report.
CREATE TABLE report_receptor (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  report_id  integer NOT NULL,
  company_id integer NOT NULL REFERENCES company,
  user_id    integer NOT NULL REFERENCES users,
  state      text    NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'paused')),
  added_by   integer REFERENCES users,
  UNIQUE (report_id, user_id),
  FOREIGN KEY (report_id, company_id) REFERENCES report_definition (id, company_id) ON DELETE CASCADE
);
CREATE INDEX report_receptor_user ON report_receptor (user_id);
SELECT rasid_tenant_table('report_receptor');
SELECT rasid_part_of('report_receptor', 'report_id');

-- One making of a report, with the rights of one person, from one snapshot of the data.
CREATE TABLE report_run (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  report_id   integer, -- NULL: the report was deleted
  app         text,
  name        text    NOT NULL,
  definition  jsonb   NOT NULL, -- as it was when it was requested
  cause       text    NOT NULL CHECK (cause IN ('hand', 'schedule')),
  due_at      timestamptz, -- of a run by schedule
  from_at     timestamptz NOT NULL,
  to_at       timestamptz NOT NULL,
  zone        text    NOT NULL,
  user_id     integer NOT NULL REFERENCES users, -- whose rights it has
  languages   text[]  NOT NULL,
  formats     text[]  NOT NULL,
  -- Which sites of which abilities it shows: {"app.entity.action": null (all) or ids of structures}
  scope       jsonb,
  state       text    NOT NULL CHECK (state IN ('queued', 'rendering', 'held', 'ready', 'sent', 'missed', 'failed', 'cancelled', 'expired')),
  work_at     timestamptz, -- when a worker prepares it; NULL: it is not waiting for one
  attempts    integer NOT NULL DEFAULT 0,
  faults      jsonb   NOT NULL DEFAULT '[]', -- the sections without data: {"section", "fault"}
  row_count   integer NOT NULL DEFAULT 0,
  data_hash   text,
  data_at     timestamptz,
  error       text,
  started_at  timestamptz,
  ended_at    timestamptz,
  expires_at  timestamptz,
  document    jsonb,  -- what it has found; NULL before and after that is kept
  FOREIGN KEY (report_id, company_id) REFERENCES report_definition (id, company_id) ON DELETE SET NULL (report_id),
  UNIQUE (report_id, due_at, user_id)
);
SELECT rasid_tenant_table('report_run', false);
CREATE INDEX report_run_created ON report_run (company_id, created_at, id);
CREATE INDEX report_run_report ON report_run (report_id, id);
CREATE INDEX report_run_work ON report_run (work_at) WHERE work_at IS NOT NULL;
CREATE INDEX report_run_expires ON report_run (expires_at) WHERE expires_at IS NOT NULL;
ALTER TABLE report_run ADD UNIQUE (id, company_id);

-- The files of a run. Bytes never change; a further making is a further run.
CREATE TABLE report_file (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id     integer NOT NULL,
  company_id integer NOT NULL REFERENCES company,
  language   text    NOT NULL CHECK (language IN ('en', 'ar', 'both')),
  format     text    NOT NULL CHECK (format IN ('pdf', 'xlsx', 'csv')),
  print_id   integer, -- the document that is laid out; NULL once it is
  file_id    integer, -- NULL until it exists
  bytes      integer,
  sha256     text,
  code       uuid    NOT NULL DEFAULT gen_random_uuid(), -- by which anybody compares a file with it
  UNIQUE (run_id, language, format),
  FOREIGN KEY (run_id, company_id) REFERENCES report_run (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('report_file', false);
SELECT rasid_owns_file('report_file', 'file_id');
CREATE UNIQUE INDEX report_file_print ON report_file (print_id) WHERE print_id IS NOT NULL;
CREATE UNIQUE INDEX report_file_code ON report_file (code);

-- To whom a run was sent, or why not.
CREATE TABLE report_delivery (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  run_id     integer NOT NULL,
  company_id integer NOT NULL REFERENCES company,
  user_id    integer NOT NULL REFERENCES users,
  state      text    NOT NULL CHECK (state IN ('sent', 'skipped')),
  reason     text, -- why it was skipped
  mode       text CHECK (mode IN ('attachment', 'link')),
  UNIQUE (run_id, user_id),
  FOREIGN KEY (run_id, company_id) REFERENCES report_run (id, company_id) ON DELETE CASCADE
);
CREATE INDEX report_delivery_user ON report_delivery (user_id);
SELECT rasid_tenant_table('report_delivery', false);
