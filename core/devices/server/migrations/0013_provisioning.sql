-- Keys with which devices fetch their own secret. The secret of a key signs the requests and is sealed.
CREATE TABLE provisioning_key (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app          text NOT NULL,
  hardware_id  integer NOT NULL REFERENCES device_hardware,
  name         text NOT NULL,
  key          text NOT NULL UNIQUE,
  sealed       bytea NOT NULL,
  -- known: only devices of the inventory; create: also new ones.
  strategy     text NOT NULL CHECK (strategy IN ('known', 'create')),
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  most         integer NOT NULL CHECK (most BETWEEN 1 AND 10000),
  used         integer NOT NULL DEFAULT 0 CHECK (used <= most),
  expires_at   timestamptz NOT NULL
);
SELECT rasid_tenant_table('provisioning_key');
CREATE INDEX provisioning_key_list ON provisioning_key (company_id, id);

-- A device fetches its secret once, until an administrator allows it again.
ALTER TABLE device ADD COLUMN provisioned_at timestamptz, ADD COLUMN provision_again_until timestamptz;

-- The key on the label of a device that its owner gives away.
CREATE TABLE device_claim (
  device_id    integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  key_hash     bytea NOT NULL,
  failures     smallint NOT NULL DEFAULT 0,
  failed_since timestamptz
);
SELECT rasid_tenant_table('device_claim', false);
