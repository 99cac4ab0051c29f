-- A cart that a company asks the seller to order for it.
CREATE TABLE order_intention (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid            uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  company_id      integer NOT NULL REFERENCES company,
  sent_by         integer DEFAULT rasid_user() REFERENCES users,
  impersonated_by integer DEFAULT rasid_impersonated_by(),
  state           text    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'checked-out', 'declined', 'withdrawn')),
  -- Entries without names and prices.
  cart            jsonb   NOT NULL,
  voucher         text,
  address_id      integer,
  method          text,
  note            text    NOT NULL DEFAULT '',
  -- What it cost when it was sent, in US cents.
  total           bigint  NOT NULL,
  reason          text,
  order_id        integer UNIQUE REFERENCES orders,
  CHECK ((state = 'checked-out') = (order_id IS NOT NULL))
);
SELECT rasid_tenant_table('order_intention', false);
SELECT rasid_steps('order_intention');
CREATE INDEX order_intention_list ON order_intention (company_id, id);
CREATE INDEX order_intention_by_state ON order_intention (state, id);
