-- Numbers without gaps: the row of a series is locked from the moment that a number is taken until the commit.
CREATE TABLE number_series (
  series text    NOT NULL,
  year   integer NOT NULL,
  last   integer NOT NULL CHECK (last > 0),
  PRIMARY KEY (series, year)
);
SELECT rasid_system_table('number_series');

CREATE TABLE orders (
  id                integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid              uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  -- Taken last, within the transaction that stores the order.
  number            text    UNIQUE,
  company_id        integer NOT NULL REFERENCES company,
  placed_by         integer DEFAULT rasid_user() REFERENCES users,
  impersonated_by   integer DEFAULT rasid_impersonated_by(),
  status            text    NOT NULL DEFAULT 'submitted' CHECK (status IN ('submitted', 'confirmed', 'deployed', 'completed', 'cancelled')),
  payment_status    text    NOT NULL DEFAULT 'unpaid' CHECK (payment_status IN ('unpaid', 'pending', 'paid', 'failed', 'refunded')),
  fulfilment        text    NOT NULL DEFAULT 'none' CHECK (fulfilment IN ('none', 'partially-shipped', 'shipped', 'delivered')),
  method            text,
  requires_shipping boolean NOT NULL,
  -- US cents.
  subtotal          bigint  NOT NULL,
  discount          bigint  NOT NULL,
  shipping          bigint  NOT NULL,
  shipping_tax      bigint  NOT NULL,
  tax               bigint  NOT NULL,
  total             bigint  NOT NULL CHECK (total = subtotal - discount + shipping + tax),
  quote_hash        text    NOT NULL,
  voucher_id        integer,
  voucher_code      text,
  tax_country_id    integer REFERENCES country,
  -- The address and the billing details as they were.
  address           jsonb,
  billing           jsonb   NOT NULL,
  po_number         text,
  note              text    NOT NULL DEFAULT '',
  submitted_at      timestamptz NOT NULL DEFAULT now(),
  confirmed_at      timestamptz,
  deployed_at       timestamptz,
  completed_at      timestamptz,
  cancelled_at      timestamptz,
  cancel_reason     text,
  version           integer NOT NULL DEFAULT 1,
  search            text GENERATED ALWAYS AS (rasid_fold(coalesce(number, '') || ' ' || coalesce(po_number, ''))) STORED
);
SELECT rasid_tenant_table('orders', false);
SELECT rasid_steps('orders');
CREATE INDEX orders_list ON orders (company_id, id);
CREATE INDEX orders_by_status ON orders (status, id);
CREATE INDEX orders_by_payment ON orders (payment_status, id);
CREATE INDEX orders_by_fulfilment ON orders (fulfilment, id);
CREATE INDEX orders_by_total ON orders (total, id);
CREATE INDEX orders_search ON orders USING gin (company_id, search gin_trgm_ops);

-- No order without a number is committed.
CREATE FUNCTION rasid_order_has_number() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT number FROM orders WHERE id = NEW.id) IS NULL THEN
    RAISE EXCEPTION 'order % has no number', NEW.id USING ERRCODE = '23502';
  END IF;
  RETURN NULL;
END $$;
CREATE CONSTRAINT TRIGGER number_taken AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION rasid_order_has_number();

CREATE TABLE order_line (
  id               integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id         integer NOT NULL REFERENCES orders,
  company_id       integer NOT NULL REFERENCES company,
  path             text    NOT NULL,
  parent_path      text,
  position         integer NOT NULL,
  product_id       integer NOT NULL,
  order_type       text    NOT NULL,
  kind             text    NOT NULL,
  app              text    NOT NULL,
  solution_id      integer,
  hardware_id      integer,
  sku              text    NOT NULL,
  name_en          text    NOT NULL,
  name_ar          text    NOT NULL,
  qty              integer NOT NULL CHECK (qty > 0),
  unit             bigint  NOT NULL,
  included         boolean NOT NULL,
  rate_discount    bigint  NOT NULL,
  voucher_discount bigint  NOT NULL,
  net              bigint  NOT NULL CHECK (net = qty * unit - rate_discount - voucher_discount AND net >= 0),
  tax_percent      numeric(5, 2) NOT NULL,
  tax              bigint  NOT NULL,
  months           smallint,
  free_months      smallint,
  units            integer,
  icon             smallint,
  deploys          text    NOT NULL CHECK (deploys IN ('none', 'device', 'token', 'units')),
  shipped_qty      integer NOT NULL DEFAULT 0,
  deployed_qty     integer NOT NULL DEFAULT 0,
  UNIQUE (order_id, path),
  CHECK (shipped_qty BETWEEN 0 AND qty),
  CHECK (deployed_qty BETWEEN 0 AND qty)
);
SELECT rasid_tenant_table('order_line', false);
CREATE INDEX order_line_product ON order_line (product_id);
-- What was agreed never changes.
CREATE FUNCTION rasid_keep_order_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{shipped_qty,deployed_qty}'::text[] <> to_jsonb(OLD) - '{shipped_qty,deployed_qty}'::text[] THEN
    RAISE EXCEPTION 'the line of an order does not change';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER keep_line BEFORE UPDATE ON order_line FOR EACH ROW EXECUTE FUNCTION rasid_keep_order_line();
REVOKE DELETE ON order_line FROM rasid_app, rasid_all;
