-- Payments by transfer and purchase order, refunds, and bills.
ALTER TABLE orders ADD COLUMN payment_reminded_at timestamptz;

ALTER TABLE payment
  ADD COLUMN proof_file_id integer,
  ADD COLUMN po_number     text,
  -- Who has approved a purchase order, or confirmed that the money is there.
  ADD COLUMN approved_by   integer REFERENCES users,
  ADD COLUMN approved_at   timestamptz,
  ADD COLUMN confirmed_by  integer REFERENCES users,
  ADD COLUMN confirmed_at  timestamptz,
  ADD COLUMN value_date    date,
  ADD COLUMN reference     text,
  -- What the provider reports where it differs from the amount. US cents.
  ADD COLUMN mismatch      bigint;
SELECT rasid_owns_file('payment', 'proof_file_id');
CREATE INDEX payment_by_state ON payment (state, id);
CREATE INDEX payment_mismatch ON payment (id) WHERE mismatch IS NOT NULL;

-- Money that goes back to the buyer. A refund by a provider is asked for until the provider has answered.
CREATE TABLE payment_refund (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid         uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  payment_id   integer NOT NULL REFERENCES payment,
  order_id     integer NOT NULL REFERENCES orders,
  company_id   integer NOT NULL REFERENCES company,
  -- US cents.
  amount       bigint  NOT NULL CHECK (amount > 0),
  reason       text    NOT NULL,
  -- The lines that are taken back, with their amounts.
  lines        jsonb   NOT NULL DEFAULT '[]',
  state        text    NOT NULL DEFAULT 'requested' CHECK (state IN ('requested', 'succeeded', 'failed')),
  provider_ref text,
  -- Of a transfer back.
  reference    text,
  value_date   date,
  requested_by integer DEFAULT rasid_user() REFERENCES users,
  check_at     timestamptz DEFAULT now() + interval '1 minute',
  checks       smallint NOT NULL DEFAULT 0,
  finished_at  timestamptz
);
SELECT rasid_tenant_table('payment_refund', false);
CREATE INDEX payment_refund_order ON payment_refund (order_id, id);
CREATE INDEX payment_refund_payment ON payment_refund (payment_id);
CREATE INDEX payment_refund_state ON payment_refund (state, id);

CREATE TABLE sandbox_refund (
  ref        text PRIMARY KEY,
  key        text   NOT NULL UNIQUE,
  intent     text   NOT NULL REFERENCES sandbox_intent,
  amount     bigint NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('sandbox_refund');
CREATE INDEX sandbox_refund_intent ON sandbox_refund (intent);

-- Days of credit that were agreed with a company, for purchase orders.
CREATE TABLE order_credit (
  company_id  integer PRIMARY KEY REFERENCES company,
  credit_days smallint NOT NULL CHECK (credit_days BETWEEN 0 AND 120)
);
SELECT rasid_tenant_table('order_credit');
REVOKE INSERT, UPDATE, DELETE ON order_credit FROM rasid_app;

-- What was billed, with all that is printed. A bill never changes; credit notes refer to it.
CREATE TABLE bill (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code        uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  order_id    integer NOT NULL REFERENCES orders,
  company_id  integer NOT NULL REFERENCES company,
  kind        text    NOT NULL CHECK (kind IN ('proforma', 'invoice', 'credit-note')),
  year        integer,
  seq         integer,
  number      text    NOT NULL,
  issued_at   timestamptz NOT NULL DEFAULT now(),
  due_on      date,
  -- US cents.
  total       bigint  NOT NULL,
  data        jsonb   NOT NULL,
  refers_to   integer REFERENCES bill,
  refund_id   integer UNIQUE REFERENCES payment_refund,
  search      text GENERATED ALWAYS AS (rasid_fold(number)) STORED,
  UNIQUE (kind, year, seq),
  CHECK ((kind = 'proforma') = (seq IS NULL)),
  CHECK ((kind = 'credit-note') = (refers_to IS NOT NULL))
);
SELECT rasid_tenant_table('bill', false);
REVOKE INSERT, UPDATE, DELETE ON bill FROM rasid_app;
REVOKE UPDATE, DELETE ON bill FROM rasid_all;
CREATE UNIQUE INDEX bill_of_order ON bill (order_id, kind) WHERE kind <> 'credit-note';
CREATE INDEX bill_order ON bill (order_id, id);
CREATE INDEX bill_search ON bill USING gin (company_id, search gin_trgm_ops);

-- The printed bill: laid out once for each language and kept.
CREATE TABLE bill_pdf (
  bill_id    integer NOT NULL REFERENCES bill,
  company_id integer NOT NULL REFERENCES company,
  language   text    NOT NULL CHECK (language IN ('en', 'ar')),
  file_id    integer NOT NULL REFERENCES stored_file,
  bytes      integer NOT NULL,
  sha256     text    NOT NULL,
  PRIMARY KEY (bill_id, language)
);
SELECT rasid_tenant_table('bill_pdf', false);
REVOKE INSERT, UPDATE, DELETE ON bill_pdf FROM rasid_app;
REVOKE UPDATE, DELETE ON bill_pdf FROM rasid_all;

-- Which document of the print service is which bill.
CREATE TABLE bill_print (
  print_id integer PRIMARY KEY,
  bill_id  integer NOT NULL REFERENCES bill,
  language text    NOT NULL,
  failed   boolean NOT NULL DEFAULT false,
  UNIQUE (bill_id, language)
);
SELECT rasid_system_table('bill_print');
