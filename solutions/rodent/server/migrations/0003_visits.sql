-- How a site is looked after; a site without a row has the defaults.
CREATE TABLE rodent_policy (
  id                 integer PRIMARY KEY REFERENCES structure ON DELETE CASCADE,
  company_id         integer NOT NULL REFERENCES company,
  poison_free        boolean  NOT NULL,
  check_live_catch_h smallint NOT NULL CHECK (check_live_catch_h BETWEEN 4 AND 24),
  respond_h          jsonb    NOT NULL,
  visit_every_days   smallint NOT NULL CHECK (visit_every_days BETWEEN 7 AND 90),
  action_levels      jsonb    NOT NULL,
  review_due         date,
  -- For so many days toxic bait may stay at one point; NULL: no limit.
  baiting_days       smallint CHECK (baiting_days BETWEEN 7 AND 365),
  contractor         text,
  -- When the alarm of the next review is to be raised; NULL once it was.
  review_alarm_at    timestamptz
);
CREATE INDEX rodent_policy_company ON rodent_policy (company_id, id);
CREATE INDEX rodent_policy_review ON rodent_policy (review_alarm_at) WHERE review_alarm_at IS NOT NULL;
SELECT rasid_tenant_table('rodent_policy');

CREATE TABLE rodent_visit (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id    integer NOT NULL REFERENCES company,
  structure_id  integer NOT NULL REFERENCES structure,
  number        text NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('planned', 'alarm', 'complaint', 'audit')),
  state         text NOT NULL DEFAULT 'planned' CHECK (state IN ('planned', 'in-progress', 'done', 'signed', 'missed')),
  planned_at    timestamptz NOT NULL,
  technician_id integer REFERENCES users ON DELETE SET NULL,
  -- The company that works for the owner; NULL if the owner's own people do.
  provider_id   integer REFERENCES company,
  note          text,
  started_at    timestamptz,
  ended_at      timestamptz,
  signed_by     text,
  -- The proof of the signature, as the device named it.
  signature     uuid,
  -- When a planned visit counts as missed.
  missed_at     timestamptz,
  search        text GENERATED ALWAYS AS (rasid_fold(number)) STORED,
  UNIQUE (company_id, number)
);
CREATE INDEX rodent_visit_search ON rodent_visit USING gin (company_id, search gin_trgm_ops);
CREATE INDEX rodent_visit_planned ON rodent_visit (company_id, planned_at, id);
CREATE INDEX rodent_visit_structure ON rodent_visit (structure_id, planned_at);
CREATE INDEX rodent_visit_missed ON rodent_visit (missed_at) WHERE state = 'planned';
SELECT rasid_tenant_table('rodent_visit');
SELECT rasid_steps('rodent_visit');
SELECT rasid_proofs('rodent_visit', 'rodent', 'visit');

-- What was found at a trap and done with it. The device names a line, so that one that is sent again is the same.
CREATE TABLE rodent_visit_line (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  visit_id    integer NOT NULL REFERENCES rodent_visit ON DELETE CASCADE,
  device_id   integer NOT NULL REFERENCES device,
  client_id   uuid NOT NULL,
  at          timestamptz NOT NULL,
  received_at timestamptz NOT NULL,
  finding     text NOT NULL CHECK (finding IN ('ok', 'catch', 'false', 'sprung-empty', 'dirty', 'damaged', 'missing', 'inaccessible', 'moved')),
  count       smallint CHECK (count BETWEEN 0 AND 30),
  species     text CHECK (species IN ('house-mouse', 'norway-rat', 'roof-rat', 'shrew', 'insect', 'other', 'unknown')),
  actions     text[] NOT NULL,
  -- Of the device that replaces this one.
  serial      text,
  reason      text,
  photos      uuid[] NOT NULL,
  -- The trap no longer stood at the site when the line arrived.
  gone        boolean NOT NULL,
  user_id     integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL,
  UNIQUE (company_id, client_id)
);
CREATE INDEX rodent_visit_line_visit ON rodent_visit_line (visit_id, at, id);
CREATE INDEX rodent_visit_line_device ON rodent_visit_line (device_id, at);
CREATE INDEX rodent_visit_line_company ON rodent_visit_line (company_id, at, id);
SELECT rasid_tenant_table('rodent_visit_line', false);

-- A product that was put out, or taken away (amount 0).
CREATE TABLE rodent_material (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  visit_id     integer NOT NULL REFERENCES rodent_visit ON DELETE CASCADE,
  device_id    integer REFERENCES device,
  client_id    uuid NOT NULL,
  at           timestamptz NOT NULL,
  product      text NOT NULL,
  registration text,
  batch        text,
  amount       numeric(10, 3) NOT NULL CHECK (amount >= 0),
  unit         text NOT NULL CHECK (unit IN ('g', 'ml', 'piece')),
  toxic        boolean NOT NULL,
  user_id      integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL,
  UNIQUE (company_id, client_id)
);
CREATE INDEX rodent_material_visit ON rodent_material (visit_id, at, id);
CREATE INDEX rodent_material_device ON rodent_material (device_id, at) WHERE toxic;
SELECT rasid_tenant_table('rodent_material', false);

CREATE TABLE rodent_recommendation (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  visit_id     integer NOT NULL REFERENCES rodent_visit ON DELETE CASCADE,
  client_id    uuid NOT NULL,
  text         text NOT NULL,
  severity     text NOT NULL CHECK (severity IN ('ok', 'poor', 'problem')),
  due_on       date NOT NULL,
  owner_id     integer REFERENCES users ON DELETE SET NULL,
  state        text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'done', 'rejected')),
  -- When the alarm that it is overdue is to be raised; NULL once it was.
  overdue_at   timestamptz,
  UNIQUE (company_id, client_id)
);
CREATE INDEX rodent_recommendation_visit ON rodent_recommendation (visit_id, id);
CREATE INDEX rodent_recommendation_overdue ON rodent_recommendation (overdue_at) WHERE state = 'open';
CREATE INDEX rodent_recommendation_company ON rodent_recommendation (company_id, id);
SELECT rasid_tenant_table('rodent_recommendation', false);
SELECT rasid_steps('rodent_recommendation');

-- What is said of a visit after it was signed.
CREATE TABLE rodent_addendum (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  visit_id   integer NOT NULL REFERENCES rodent_visit ON DELETE CASCADE,
  text       text NOT NULL,
  user_id    integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL
);
CREATE INDEX rodent_addendum_visit ON rodent_addendum (visit_id, id);
CREATE INDEX rodent_addendum_company ON rodent_addendum (company_id, id);
SELECT rasid_tenant_table('rodent_addendum', false);
