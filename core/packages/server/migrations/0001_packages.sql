-- A merchant sells codes outside of the market.
CREATE TABLE package_merchant (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text    NOT NULL UNIQUE,
  email      text    NOT NULL,
  phone      text    NOT NULL,
  country_id integer NOT NULL REFERENCES country,
  commission numeric(5, 2) NOT NULL DEFAULT 0 CHECK (commission BETWEEN 0 AND 100),
  active     boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('package_merchant');
CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON package_merchant FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- A product of the market at the price of a merchant.
CREATE TABLE package (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  model_id    integer NOT NULL REFERENCES market_product,
  merchant_id integer NOT NULL REFERENCES package_merchant,
  -- US cents.
  price_cents bigint  NOT NULL CHECK (price_cents >= 0),
  active      boolean NOT NULL DEFAULT true,
  created_at  timestamptz NOT NULL DEFAULT now(),
  UNIQUE (model_id, merchant_id, price_cents)
);
CREATE INDEX package_merchant_packages ON package (merchant_id, id);
SELECT rasid_shared_table('package');
GRANT INSERT, UPDATE ON package TO rasid_all;

-- A code. Only its hash is kept. The company is the one that has redeemed it.
CREATE TABLE package_external (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code_hash   bytea   NOT NULL UNIQUE,
  last4       text    NOT NULL,
  package_id  integer NOT NULL REFERENCES package,
  merchant_id integer NOT NULL REFERENCES package_merchant,
  app         text    NOT NULL,
  batch       uuid    NOT NULL,
  state       text    NOT NULL DEFAULT 'issued',
  valid_to    timestamptz,
  sold_at     timestamptz,
  receipt     text,
  reason      text,
  company_id  integer REFERENCES company,
  redeemed_by integer,
  redeemed_at timestamptz,
  CHECK ((state = 'redeemed') = (company_id IS NOT NULL)),
  search      text GENERATED ALWAYS AS (rasid_fold(last4)) STORED
);
CREATE INDEX package_external_list ON package_external (merchant_id, state, id);
CREATE INDEX package_external_company ON package_external (company_id, id) WHERE company_id IS NOT NULL;
CREATE INDEX package_external_batch ON package_external (batch);
CREATE INDEX package_external_search ON package_external USING gin (search gin_trgm_ops);
CREATE INDEX package_external_ends ON package_external (valid_to) WHERE state IN ('issued', 'sold');
SELECT rasid_tenant_table('package_external', false);
SELECT rasid_steps('package_external');

-- The batches that were made: a repeat makes no second one.
CREATE TABLE package_batch (
  batch      uuid PRIMARY KEY,
  created_by integer DEFAULT rasid_user(),
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('package_batch');

-- How often a company has tried codes today.
CREATE TABLE package_try (
  company_id integer NOT NULL REFERENCES company ON DELETE CASCADE,
  day        date    NOT NULL DEFAULT current_date,
  tries      integer NOT NULL,
  PRIMARY KEY (company_id, day)
);
SELECT rasid_system_table('package_try');
