-- The catalogue of the platform. Manifests add their products once, by SKU; then the installation decides over them.
CREATE TABLE market_product (
  id             integer GENERATED ALWAYS AS IDENTITY (START WITH 9001) PRIMARY KEY,
  sku            text     NOT NULL UNIQUE,
  kind           text     NOT NULL,
  app            text     NOT NULL,
  solution_ids   integer[] NOT NULL DEFAULT '{}',
  hardware_id    integer  UNIQUE REFERENCES device_hardware,
  fits           integer[] NOT NULL DEFAULT '{}',
  name_en        text     NOT NULL,
  name_ar        text     NOT NULL,
  summary_en     text     NOT NULL DEFAULT '',
  summary_ar     text     NOT NULL DEFAULT '',
  description_en text     NOT NULL DEFAULT '',
  description_ar text     NOT NULL DEFAULT '',
  -- US cents; null is not sold alone.
  price_cents    bigint   CHECK (price_cents BETWEEN 0 AND 99999999),
  months         smallint CHECK (months BETWEEN 1 AND 120),
  units          integer  CHECK (units BETWEEN 1 AND 1000000),
  icon           smallint CHECK (icon BETWEEN 1 AND 10),
  min_qty        smallint NOT NULL DEFAULT 1 CHECK (min_qty >= 1),
  max_qty        smallint NOT NULL DEFAULT 9999 CHECK (max_qty BETWEEN min_qty AND 9999),
  -- Null is made to order.
  stock          integer  CHECK (stock >= 0),
  reserved       integer  NOT NULL DEFAULT 0 CHECK (reserved >= 0),
  lead_time_days smallint NOT NULL DEFAULT 0 CHECK (lead_time_days BETWEEN 0 AND 365),
  si_available   boolean  NOT NULL DEFAULT false,
  active         boolean  NOT NULL DEFAULT true,
  drawing        text     NOT NULL DEFAULT 'card',
  -- What the maker says of a device.
  offer          jsonb    NOT NULL DEFAULT '{}',
  sold_qty_90    integer  NOT NULL DEFAULT 0,
  sort           integer  NOT NULL DEFAULT 0,
  version        integer  NOT NULL DEFAULT 1,
  created_at     timestamptz NOT NULL DEFAULT now(),
  search         text GENERATED ALWAYS AS (rasid_fold(name_en || ' ' || name_ar || ' ' || sku)) STORED,
  CHECK (stock IS NULL OR reserved <= stock),
  CHECK ((kind = 'device') = (hardware_id IS NOT NULL))
);
CREATE INDEX market_product_list ON market_product (app, kind, active, sort, id);
CREATE INDEX market_product_search ON market_product USING gin (search gin_trgm_ops);
SELECT rasid_shared_table('market_product');
GRANT INSERT, UPDATE ON market_product TO rasid_all;
CREATE TRIGGER change_log AFTER UPDATE OF name_en, name_ar, summary_en, summary_ar, description_en, description_ar, price_cents, stock, active
  ON market_product FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- What can be had with a device.
CREATE TABLE market_option (
  parent_id  integer  NOT NULL REFERENCES market_product,
  item_id    integer  NOT NULL REFERENCES market_product,
  -- Of one group exactly one is taken.
  group_id   text,
  depends_on integer  REFERENCES market_product,
  included   boolean  NOT NULL DEFAULT false,
  min        smallint NOT NULL DEFAULT 0 CHECK (min >= 0),
  max        smallint NOT NULL DEFAULT 1 CHECK (max BETWEEN min AND 99),
  preset     smallint NOT NULL DEFAULT 0 CHECK (preset BETWEEN min AND max),
  PRIMARY KEY (parent_id, item_id)
);
CREATE INDEX market_option_item ON market_option (item_id);
SELECT rasid_shared_table('market_option');
GRANT INSERT, UPDATE, DELETE ON market_option TO rasid_all;

-- The names, price and visibility of a product for one company.
CREATE TABLE market_customized (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  product_id  integer NOT NULL REFERENCES market_product,
  name_en     text,
  name_ar     text,
  price_cents bigint  CHECK (price_cents BETWEEN 0 AND 99999999),
  hidden      boolean NOT NULL DEFAULT false,
  note        text    NOT NULL DEFAULT '',
  UNIQUE (company_id, product_id)
);
SELECT rasid_tenant_table('market_customized');

-- Tax, shipping and currency of a country from a date on; changes are new rows.
CREATE TABLE market_country (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  country_id     integer NOT NULL REFERENCES country,
  valid_from     date    NOT NULL,
  tax_percent    numeric(5, 2) NOT NULL CHECK (tax_percent BETWEEN 0 AND 100),
  seller_trn     text,
  shipping_cents bigint  NOT NULL CHECK (shipping_cents >= 0),
  currency       text    NOT NULL,
  per_dollar     numeric(12, 6) NOT NULL CHECK (per_dollar > 0),
  languages      text[]  NOT NULL DEFAULT '{en,ar}',
  UNIQUE (country_id, valid_from),
  CHECK (tax_percent = 0 OR seller_trn IS NOT NULL)
);
SELECT rasid_shared_table('market_country');
GRANT INSERT ON market_country TO rasid_all;

-- The addresses that a company has parcels sent to.
CREATE TABLE company_address (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  label      text    NOT NULL,
  recipient  text    NOT NULL,
  phone      text    NOT NULL,
  country_id integer NOT NULL REFERENCES country,
  city_id    integer REFERENCES city,
  area       text    NOT NULL DEFAULT '',
  street     text    NOT NULL DEFAULT '',
  building   text    NOT NULL DEFAULT '',
  unit       text    NOT NULL DEFAULT '',
  code       text    NOT NULL DEFAULT '',
  lat        double precision,
  lng        double precision,
  note       text    NOT NULL DEFAULT '',
  is_default boolean NOT NULL DEFAULT false
);
SELECT rasid_tenant_table('company_address');
CREATE INDEX company_address_list ON company_address (company_id, id);
CREATE UNIQUE INDEX company_address_default ON company_address (company_id) WHERE is_default;

-- Discounts that were agreed with a company or a kind of company, on one app or on all.
CREATE TABLE discount_rate (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer REFERENCES company,
  company_type text,
  app          text,
  percent      numeric(5, 2) NOT NULL CHECK (percent BETWEEN 0 AND 100),
  valid_from   date,
  valid_to     date,
  created_at   timestamptz NOT NULL DEFAULT now(),
  CHECK ((company_id IS NULL) <> (company_type IS NULL))
);
SELECT rasid_system_table('discount_rate');
CREATE INDEX discount_rate_company ON discount_rate (company_id);
CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON discount_rate FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

CREATE TABLE discount (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code             text    NOT NULL UNIQUE,
  kind             text    NOT NULL CHECK (kind IN ('percentage', 'fixed')),
  percent          numeric(5, 2) CHECK (percent BETWEEN 0.01 AND 100),
  amount_cents     bigint  CHECK (amount_cents BETWEEN 1 AND 100000000),
  scope            text    NOT NULL DEFAULT 'whole' CHECK (scope IN ('whole', 'app', 'product')),
  -- Ids of apps, or of products.
  targets          text[]  NOT NULL DEFAULT '{}',
  company_id       integer REFERENCES company,
  valid_from       timestamptz,
  valid_to         timestamptz,
  usage_limit      integer CHECK (usage_limit >= 1),
  used             integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  once_per_company boolean NOT NULL DEFAULT false,
  minimum_cents    bigint  CHECK (minimum_cents > 0),
  active           boolean NOT NULL DEFAULT true,
  note_en          text    NOT NULL DEFAULT '',
  note_ar          text    NOT NULL DEFAULT '',
  version          integer NOT NULL DEFAULT 1,
  created_at       timestamptz NOT NULL DEFAULT now(),
  search           text GENERATED ALWAYS AS (rasid_fold(code || ' ' || note_en || ' ' || note_ar)) STORED,
  CHECK (used <= coalesce(usage_limit, used)),
  CHECK (valid_to > valid_from),
  CHECK ((kind = 'percentage') = (percent IS NOT NULL) AND (kind = 'fixed') = (amount_cents IS NOT NULL))
);
SELECT rasid_system_table('discount');
CREATE INDEX discount_search ON discount USING gin (search gin_trgm_ops);
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF active, valid_to, usage_limit ON discount
  FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- A voucher that an order has used. Orders name themselves by their id.
CREATE TABLE discount_redemption (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  discount_id      integer NOT NULL REFERENCES discount,
  order_id         integer NOT NULL UNIQUE,
  company_id       integer NOT NULL REFERENCES company,
  amount_cents     bigint  NOT NULL,
  once_per_company boolean NOT NULL,
  released_at      timestamptz
);
SELECT rasid_tenant_table('discount_redemption', false);
CREATE INDEX discount_redemption_list ON discount_redemption (discount_id, id);
CREATE UNIQUE INDEX discount_redemption_once ON discount_redemption (discount_id, company_id)
  WHERE once_per_company AND released_at IS NULL;
