-- The keys of the installation for web push, made once.
CREATE TABLE vapid_key (
  only_one   boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  public_key text NOT NULL,
  sealed     bytea NOT NULL, -- the private key
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('vapid_key');

-- The browsers on which people want notifications. A subscription lives as long as the session in which it was made.
CREATE TABLE push_subscription (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id      integer NOT NULL REFERENCES users ON DELETE CASCADE,
  session_id   uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  endpoint     text NOT NULL UNIQUE,
  p256dh       text NOT NULL,
  auth         text NOT NULL,
  user_agent   text,
  created_at   timestamptz NOT NULL DEFAULT now(),
  delivered_at timestamptz,
  busy_until   timestamptz
);
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_id);
SELECT rasid_system_table('push_subscription');
CREATE POLICY own ON push_subscription TO rasid_app USING (user_id = (SELECT rasid_user()));
GRANT SELECT, INSERT, DELETE ON push_subscription TO rasid_app;

-- Notifications to these browsers.
CREATE TABLE push_outbox (
  id              uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  lane_id         integer REFERENCES push_subscription ON DELETE SET NULL,
  payload         text NOT NULL,
  state           text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts        smallint NOT NULL DEFAULT 0,
  next_attempt_at timestamptz NOT NULL DEFAULT now(),
  created_at      timestamptz NOT NULL DEFAULT now(),
  reference       uuid
);
SELECT rasid_system_table('push_outbox');
CREATE INDEX push_outbox_waiting ON push_outbox (next_attempt_at) WHERE state = 'waiting';
CREATE INDEX push_outbox_lane ON push_outbox (lane_id, next_attempt_at);
CREATE INDEX push_outbox_reference ON push_outbox (reference) WHERE reference IS NOT NULL;
