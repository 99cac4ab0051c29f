-- Bills and credits. What is issued never changes but for its state.
CREATE TABLE meter_bill (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app          text    NOT NULL,
  device_id    integer NOT NULL REFERENCES device,
  month        date    NOT NULL,
  kind         text    NOT NULL DEFAULT 'bill' CHECK (kind IN ('bill', 'credit')),
  state        text    NOT NULL CHECK (state IN ('draft', 'issued', 'corrected')),
  number       text,
  statement    jsonb   NOT NULL,
  terms        jsonb   NOT NULL,
  -- An end of the period was estimated, and no later bill has corrected it.
  to_correct   boolean NOT NULL DEFAULT false,
  issued_at    timestamptz,
  user_id      integer DEFAULT rasid_user(),
  UNIQUE (company_id, number),
  CHECK ((state = 'draft') = (number IS NULL))
);
CREATE UNIQUE INDEX meter_bill_current ON meter_bill (device_id, month) WHERE kind = 'bill' AND state <> 'corrected';
CREATE INDEX meter_bill_device ON meter_bill (device_id, month);
CREATE INDEX meter_bill_company ON meter_bill (company_id, id);
SELECT rasid_tenant_table('meter_bill');

-- The last number of a company in a year. Its row is locked until the bill is stored, so that no number is missing.
CREATE TABLE meter_bill_number (
  company_id integer NOT NULL REFERENCES company,
  year       integer NOT NULL,
  last       integer NOT NULL,
  PRIMARY KEY (company_id, year)
);
SELECT rasid_tenant_table('meter_bill_number', false);

-- The months whose drafts were made.
CREATE TABLE meter_draft_run (
  company_id integer NOT NULL REFERENCES company,
  app        text    NOT NULL,
  month      date    NOT NULL,
  PRIMARY KEY (company_id, app, month)
);
SELECT rasid_tenant_table('meter_draft_run', false);
