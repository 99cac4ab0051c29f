CREATE TABLE company (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name       text NOT NULL,
  email      text NOT NULL,
  type       text NOT NULL,
  status     text NOT NULL DEFAULT 'Active' CHECK (status IN ('Active', 'Inactive')),
  time_zone  text NOT NULL DEFAULT 'Asia/Dubai',
  country_id integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  search     text GENERATED ALWAYS AS (rasid_fold(name || ' ' || email)) STORED
);
CREATE INDEX company_search ON company USING gin (search gin_trgm_ops);
CREATE INDEX company_name ON company (name, id);

-- A company is its own tenant: the policy asks for its id.
ALTER TABLE company ENABLE ROW LEVEL SECURITY;
ALTER TABLE company FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company TO rasid_app USING (id = ANY ((SELECT rasid_companies())::integer[]));
CREATE POLICY everything ON company TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON company TO rasid_app, rasid_all;
CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON company FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- People. Administrators of the platform have no company.
CREATE TABLE users (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer REFERENCES company,
  email          text NOT NULL,
  first_name     text NOT NULL,
  last_name      text NOT NULL,
  phone          text,
  phone_verified boolean NOT NULL DEFAULT false,
  locale         text NOT NULL DEFAULT 'en' CHECK (locale IN ('en', 'ar')),
  role           text NOT NULL CHECK (role IN ('Viewer', 'Operator', 'Admin')),
  admin_type     text CHECK (admin_type IN ('Super Admin', 'Financial Admin')),
  fleet_role     text,
  status         text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'suspended')),
  password_hash  text NOT NULL,
  expires_at     timestamptz,
  last_login_at  timestamptz,
  search         text GENERATED ALWAYS AS (rasid_fold(first_name || ' ' || last_name || ' ' || email)) STORED,
  CHECK ((company_id IS NULL) = (admin_type IS NOT NULL))
);
CREATE UNIQUE INDEX users_email ON users (lower(email));
CREATE INDEX users_company ON users (company_id, id);
CREATE INDEX users_first_name ON users (company_id, first_name, id);
CREATE INDEX users_search ON users USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('users', false);
CREATE POLICY own ON users TO rasid_app USING (id = (SELECT rasid_user()));
-- A sign-in moves last_login_at and is kept in the access log: the change log is for what people change.
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, email, first_name, last_name, phone, phone_verified,
  locale, role, admin_type, fleet_role, status, expires_at ON users FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- The apps that a company holds.
CREATE TABLE company_app (
  company_id integer NOT NULL REFERENCES company,
  app_id     text NOT NULL,
  PRIMARY KEY (company_id, app_id)
);
SELECT rasid_tenant_table('company_app');

-- A provider and its client. One row for each pair that is pending or engaged; ended ones stay as history.
CREATE TABLE company_relation (
  id                 integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  provider_id        integer NOT NULL REFERENCES company,
  client_id          integer NOT NULL REFERENCES company,
  status             text NOT NULL CHECK (status IN ('pending', 'engaged', 'cancelled', 'rejected', 'disengaged')),
  contract_from      timestamptz,
  contract_to        timestamptz,
  contract_status    text NOT NULL DEFAULT 'Active' CHECK (contract_status IN ('Active', 'Inactive')),
  contract_abilities text[], -- null: everything
  created_at         timestamptz NOT NULL DEFAULT now(),
  CHECK (provider_id <> client_id)
);
CREATE UNIQUE INDEX company_relation_open ON company_relation (provider_id, client_id) WHERE status IN ('pending', 'engaged');
CREATE INDEX company_relation_client ON company_relation (client_id);
ALTER TABLE company_relation ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_relation FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company_relation TO rasid_app USING (
  provider_id = ANY ((SELECT rasid_companies())::integer[]) OR client_id = ANY ((SELECT rasid_companies())::integer[])
);
CREATE POLICY everything ON company_relation TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE, DELETE ON company_relation TO rasid_app, rasid_all;
CREATE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON company_relation FOR EACH ROW EXECUTE FUNCTION rasid_log_change();

-- The relations that let a provider act: engaged, under a contract that runs today.
CREATE VIEW company_client WITH (security_invoker = true) AS
  SELECT provider_id, client_id, contract_abilities
  FROM company_relation
  WHERE status = 'engaged' AND contract_status = 'Active'
    AND (contract_from IS NULL OR contract_from <= now()) AND (contract_to IS NULL OR contract_to > now());
GRANT SELECT ON company_client TO rasid_app, rasid_all;

-- A signed-in browser. Its refresh tokens are one family: each is used once, and a second use ends the session.
CREATE TABLE session (
  id           uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id      integer NOT NULL REFERENCES users ON DELETE CASCADE,
  created_at   timestamptz NOT NULL DEFAULT now(),
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  address      text,
  user_agent   text
);
CREATE INDEX session_of_user ON session (user_id);
CREATE INDEX session_expires ON session (expires_at);
SELECT rasid_system_table('session');
CREATE POLICY own ON session TO rasid_app USING (user_id = (SELECT rasid_user()));
GRANT SELECT, UPDATE ON session TO rasid_app;

CREATE TABLE refresh_token (
  token_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES session ON DELETE CASCADE,
  used_at    timestamptz
);
CREATE INDEX refresh_token_session ON refresh_token (session_id);
SELECT rasid_system_table('refresh_token');

-- Kept for addresses that nobody has as well, so that a locked one tells nothing.
CREATE TABLE login_failure (
  email    text PRIMARY KEY,
  failures integer NOT NULL,
  since    timestamptz NOT NULL
);
SELECT rasid_system_table('login_failure');

CREATE TABLE access_log (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer REFERENCES company,
  user_id    integer REFERENCES users ON DELETE CASCADE,
  email      text NOT NULL,
  event      text NOT NULL CHECK (event IN ('login', 'logout', 'failed', 'locked', 'reuse', 'password-changed')),
  address    text,
  user_agent text
);
CREATE INDEX access_log_company ON access_log (company_id, id);
CREATE INDEX access_log_user ON access_log (user_id, id);
SELECT rasid_tenant_table('access_log', false);
CREATE POLICY own ON access_log TO rasid_app USING (user_id = (SELECT rasid_user()));
REVOKE UPDATE, DELETE ON access_log FROM rasid_app, rasid_all;

CREATE TABLE preference (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  key     text NOT NULL,
  value   jsonb NOT NULL,
  PRIMARY KEY (user_id, key)
);
SELECT rasid_system_table('preference');
CREATE POLICY own ON preference TO rasid_app USING (user_id = (SELECT rasid_user()));
GRANT SELECT, INSERT, UPDATE, DELETE ON preference TO rasid_app;
