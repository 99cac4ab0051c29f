-- What the program notes while it calls is no change of a record.
CREATE OR REPLACE FUNCTION rasid_loggable(row_data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT row_data - ARRAY['password_hash', 'secret_hash', 'refresh_hash', 'token_hash', 'search', 'sealed', 'busy_until', 'failing_since']
$$;

-- The tables of the webhooks of a kind of record, one for each record: the subscription, and its deliveries.
CREATE FUNCTION rasid_webhooks(subject regclass) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  webhook text := format('%I', subject::text || '_webhook');
  delivery text := format('%I', subject::text || '_webhook_delivery');
BEGIN
  EXECUTE format('CREATE TABLE %s (
    id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subject_id      integer NOT NULL UNIQUE REFERENCES %s ON DELETE CASCADE,
    company_id      integer NOT NULL,
    url             text NOT NULL,
    enabled         boolean NOT NULL DEFAULT true,
    sealed          bytea NOT NULL, -- the secret, and for a day the one before it
    rotated_at      timestamptz,
    failing_since   timestamptz, -- the first failure since the last success
    switched_off_at timestamptz, -- when it was switched off because it kept failing
    busy_until      timestamptz)', webhook, subject);
  EXECUTE format('CREATE INDEX ON %s (company_id)', webhook);
  PERFORM rasid_tenant_table(webhook::regclass);
  PERFORM rasid_part_of(webhook::regclass, 'subject_id');
  EXECUTE format('CREATE TABLE %s (
    id              uuid PRIMARY KEY, -- the webhook-id of the message
    lane_id         integer NOT NULL REFERENCES %s ON DELETE CASCADE,
    company_id      integer NOT NULL,
    type            text NOT NULL,
    body            text NOT NULL,
    state           text NOT NULL DEFAULT ''waiting'' CHECK (state IN (''waiting'', ''delivered'', ''failed'')),
    attempts        smallint NOT NULL DEFAULT 0,
    next_attempt_at timestamptz NOT NULL DEFAULT now(),
    attempted_at    timestamptz, -- this and the rest: of the last attempt
    status          smallint,
    fault           text,
    duration_ms     integer,
    reply           text,
    reference       uuid)', delivery, webhook);
  PERFORM rasid_tenant_table(delivery::regclass, false);
  EXECUTE format('CREATE INDEX ON %s (next_attempt_at) WHERE state = ''waiting''', delivery);
  EXECUTE format('CREATE INDEX ON %s (lane_id, created_at)', delivery);
  EXECUTE format('CREATE INDEX ON %s (state) WHERE reference IS NOT NULL', delivery);
END $$;
