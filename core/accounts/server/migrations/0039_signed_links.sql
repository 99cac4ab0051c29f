-- Links by which people without an account use what concerns one record: a guardian, a visitor, a driver for a day.
CREATE TABLE signed_link (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  kind         text NOT NULL,
  subject_type text NOT NULL,
  subject_id   integer NOT NULL,
  holder       text NOT NULL DEFAULT '',
  token_hash   bytea NOT NULL UNIQUE,
  sealed       bytea, -- the PIN
  wrong_pins   smallint NOT NULL DEFAULT 0,
  from_at      timestamptz NOT NULL DEFAULT rasid_now(),
  until_at     timestamptz NOT NULL,
  blocked_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  created_by   integer DEFAULT rasid_user(),
  CHECK (until_at > from_at)
);
CREATE INDEX signed_link_subject ON signed_link (company_id, app_id, subject_type, subject_id, id);
-- Uses and wrong PINs are not changes by people.
SELECT rasid_tenant_table('signed_link', false);
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF holder, from_at, until_at, blocked_at, revoked_at, token_hash, sealed
  ON signed_link FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
