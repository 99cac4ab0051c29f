-- Tokens by which programs call the API in the name of the person who made them. They end with the account.
CREATE TABLE api_token (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  user_id      integer NOT NULL REFERENCES users ON DELETE CASCADE,
  name         text NOT NULL,
  abilities    text[] NOT NULL CHECK (cardinality(abilities) > 0),
  structures   integer[] CHECK (cardinality(structures) > 0), -- null: all that the person sees
  per_minute   integer NOT NULL CHECK (per_minute > 0),
  token_hash   bytea NOT NULL UNIQUE,
  hint         text NOT NULL, -- the last characters of the token
  expires_at   timestamptz NOT NULL,
  revoked_at   timestamptz,
  revoked_by   integer,
  last_used_at timestamptz,
  last_address text,
  search       text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  CHECK ((revoked_at IS NULL) = (revoked_by IS NULL))
);
CREATE INDEX api_token_user ON api_token (user_id, id);
CREATE INDEX api_token_company ON api_token (company_id, id);
CREATE INDEX api_token_name ON api_token (company_id, name, id);
CREATE INDEX api_token_expires_at ON api_token (company_id, expires_at, id);
CREATE INDEX api_token_last_used_at ON api_token (company_id, last_used_at, id);
CREATE INDEX api_token_search ON api_token USING gin (company_id, search gin_trgm_ops);
-- Uses are in the access log.
SELECT rasid_tenant_table('api_token', false);
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF name, abilities, structures, per_minute, expires_at, revoked_at
  ON api_token FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
-- What a token may do is decided once.
REVOKE UPDATE ON api_token FROM rasid_app, rasid_all;
GRANT UPDATE (revoked_at, revoked_by) ON api_token TO rasid_app, rasid_all;
GRANT UPDATE (last_used_at, last_address) ON api_token TO rasid_all;
