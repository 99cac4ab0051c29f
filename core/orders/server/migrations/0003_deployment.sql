-- What is made for the buyer, piece by piece, once an order is confirmed.
CREATE TABLE deploy_unit (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id   integer NOT NULL REFERENCES orders,
  line_id    integer NOT NULL REFERENCES order_line,
  company_id integer NOT NULL REFERENCES company,
  n          integer NOT NULL CHECK (n > 0),
  state      text    NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'done', 'error', 'replaced')),
  -- The months of the subscription that it brings: the free ones of the device, and those of one that was bought with it.
  months     smallint NOT NULL DEFAULT 0,
  bought     boolean NOT NULL DEFAULT false,
  serial     text,
  device_id  integer REFERENCES device,
  token_id   integer REFERENCES device_token,
  error      text,
  tries      smallint NOT NULL DEFAULT 0,
  done_by    integer,
  done_at    timestamptz,
  UNIQUE (line_id, n)
);
SELECT rasid_tenant_table('deploy_unit', false);
CREATE INDEX deploy_unit_order ON deploy_unit (order_id, state, id);
CREATE UNIQUE INDEX deploy_unit_serial ON deploy_unit (serial) WHERE state = 'done';

CREATE TABLE shipment (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id     integer NOT NULL REFERENCES orders,
  company_id   integer NOT NULL REFERENCES company,
  n            integer NOT NULL CHECK (n > 0),
  carrier      text    NOT NULL,
  tracking     text    NOT NULL DEFAULT '',
  link         text,
  note         text    NOT NULL DEFAULT '',
  shipped_at   timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  returned_at  timestamptz,
  UNIQUE (order_id, n)
);
SELECT rasid_tenant_table('shipment', false);
CREATE TABLE shipment_line (
  shipment_id integer NOT NULL REFERENCES shipment,
  line_id     integer NOT NULL REFERENCES order_line,
  company_id  integer NOT NULL REFERENCES company,
  qty         integer NOT NULL CHECK (qty > 0),
  PRIMARY KEY (shipment_id, line_id)
);
SELECT rasid_tenant_table('shipment_line', false);
