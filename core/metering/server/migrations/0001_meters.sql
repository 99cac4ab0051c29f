-- Up to when the readings of a meter are searched for anomalies. The row is also the lock of its segments and bills.
CREATE TABLE meter (
  device_id     integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id    integer NOT NULL REFERENCES company,
  scanned_until timestamptz NOT NULL
);
CREATE INDEX meter_company ON meter (company_id);
SELECT rasid_tenant_table('meter', false);

-- The time during which a meter counted without a break. Segments of a meter follow each other without a gap.
CREATE TABLE meter_segment (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  device_id   integer NOT NULL REFERENCES meter ON DELETE CASCADE,
  serial      text NOT NULL,
  started_at  timestamptz NOT NULL,
  start_index double precision NOT NULL,
  ended_at    timestamptz,
  end_index   double precision,
  reason      text NOT NULL CHECK (reason IN ('installed', 'replaced', 'reset', 'rollover')),
  user_id     integer DEFAULT rasid_user(),
  CHECK ((ended_at IS NULL) = (end_index IS NULL)),
  CHECK (ended_at >= started_at)
);
CREATE UNIQUE INDEX meter_segment_start ON meter_segment (device_id, started_at);
CREATE UNIQUE INDEX meter_segment_open ON meter_segment (device_id) WHERE ended_at IS NULL;
CREATE INDEX meter_segment_company ON meter_segment (company_id, id);
SELECT rasid_tenant_table('meter_segment');
-- Photos of the indices are rows of meter_segment_attachment.
SELECT rasid_attachments('meter_segment');

-- Rises above the physical maximum of the model. Only accepted ones are billed.
CREATE TABLE meter_review (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  device_id   integer NOT NULL REFERENCES meter ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  before      double precision NOT NULL,
  rise        double precision NOT NULL,
  state       text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'accepted', 'rejected', 'returned')),
  returned_at timestamptz,
  user_id     integer,
  decided_at  timestamptz,
  UNIQUE (device_id, at)
);
CREATE INDEX meter_review_company ON meter_review (company_id, id);
SELECT rasid_tenant_table('meter_review');

-- Readings that people have entered.
CREATE TABLE meter_reading (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES meter ON DELETE CASCADE,
  at         timestamptz NOT NULL,
  value      double precision NOT NULL,
  user_id    integer DEFAULT rasid_user(),
  UNIQUE (device_id, at)
);
CREATE INDEX meter_reading_company ON meter_reading (company_id, id);
SELECT rasid_tenant_table('meter_reading');
