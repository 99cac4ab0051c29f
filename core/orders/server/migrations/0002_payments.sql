-- An attempt to pay an order. Of an order one attempt is open or has succeeded.
CREATE TABLE payment (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid         uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  order_id     integer NOT NULL REFERENCES orders,
  company_id   integer NOT NULL REFERENCES company,
  method       text    NOT NULL,
  provider     text    NOT NULL,
  provider_ref text,
  -- US cents.
  amount       bigint  NOT NULL CHECK (amount > 0),
  state        text    NOT NULL DEFAULT 'created' CHECK (state IN ('created', 'pending', 'succeeded', 'failed', 'cancelled', 'surplus')),
  failure      text,
  -- When the provider is asked again, and how often it was.
  check_at     timestamptz,
  checks       smallint NOT NULL DEFAULT 0,
  UNIQUE (provider, provider_ref)
);
SELECT rasid_tenant_table('payment', false);
SELECT rasid_steps('payment');
CREATE INDEX payment_of_order ON payment (order_id, id);
CREATE UNIQUE INDEX payment_open ON payment (order_id) WHERE state IN ('created', 'pending', 'succeeded');
CREATE INDEX payment_check ON payment (check_at) WHERE state IN ('created', 'pending');

-- What a provider has sent: a nudge to ask it, never the truth. Each event is kept once.
CREATE TABLE payment_event (
  provider     text NOT NULL,
  event_id     text NOT NULL,
  type         text NOT NULL,
  provider_ref text,
  payload      jsonb NOT NULL,
  received_at  timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz,
  outcome      text,
  PRIMARY KEY (provider, event_id)
);
SELECT rasid_system_table('payment_event');
CREATE INDEX payment_event_waiting ON payment_event (received_at) WHERE processed_at IS NULL;

-- The ledger of the card sandbox, a provider of its own within the installation.
CREATE TABLE sandbox_intent (
  ref        text PRIMARY KEY,
  -- A repeated start with the key returns the same intent.
  key        text   NOT NULL UNIQUE,
  secret     text   NOT NULL,
  amount     bigint NOT NULL,
  state      text   NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'requires-action', 'succeeded', 'failed', 'cancelled')),
  failure    text,
  card       text,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('sandbox_intent');
CREATE TABLE sandbox_charge (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ref        text   NOT NULL REFERENCES sandbox_intent,
  amount     bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('sandbox_charge');
CREATE INDEX sandbox_charge_ref ON sandbox_charge (ref);
