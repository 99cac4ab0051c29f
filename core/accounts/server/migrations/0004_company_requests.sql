ALTER TABLE account_token DROP CONSTRAINT account_token_purpose_check;
ALTER TABLE account_token ADD CHECK (purpose IN ('verify', 'reset', 'phone', 'invite'));
-- The access log outlives the people in it.
ALTER TABLE access_log DROP CONSTRAINT access_log_user_id_fkey;
ALTER TABLE access_log ADD FOREIGN KEY (user_id) REFERENCES users ON DELETE SET NULL;
ALTER TABLE session DROP CONSTRAINT session_opened_by_fkey;
ALTER TABLE session ADD FOREIGN KEY (opened_by) REFERENCES users ON DELETE CASCADE;

-- Who suspended a contract is the one who may resume it.
ALTER TABLE company_relation ADD COLUMN suspended_by integer REFERENCES company;

-- What one company asks another for. An address that no company has gets an invitation, and its company the request.
CREATE TABLE company_request (
  id                 integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  sender_id          integer NOT NULL REFERENCES company,
  destination_id     integer REFERENCES company,
  destination_email  text,
  destination_type   text,
  type               text NOT NULL CHECK (type IN ('ProviderEngagement', 'ClientEngagement', 'RenewContract', 'CancelContract', 'Device')),
  status             text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'engaged', 'cancelled', 'rejected', 'disengaged')),
  relation_id        integer REFERENCES company_relation,
  message            text NOT NULL DEFAULT '',
  reason             text,
  contract_from      timestamptz,
  contract_to        timestamptz,
  contract_abilities text[],
  invitation_hash    bytea UNIQUE,
  created_at         timestamptz NOT NULL DEFAULT now(),
  decided_at         timestamptz,
  CHECK (sender_id <> destination_id),
  CHECK (destination_id IS NOT NULL OR destination_email IS NOT NULL),
  CHECK (contract_to IS NULL OR contract_from IS NULL OR contract_to > contract_from)
);
CREATE UNIQUE INDEX company_request_pending ON company_request (sender_id, destination_id, type) WHERE status = 'pending';
CREATE UNIQUE INDEX company_request_invited ON company_request (sender_id, lower(destination_email), type) WHERE status = 'pending' AND destination_id IS NULL;
CREATE INDEX company_request_sender ON company_request (sender_id, id);
CREATE INDEX company_request_destination ON company_request (destination_id, id);
CREATE INDEX company_request_email ON company_request (lower(destination_email)) WHERE destination_id IS NULL;
CREATE INDEX company_request_relation ON company_request (relation_id);
ALTER TABLE company_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE company_request FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON company_request TO rasid_app USING (
  sender_id = ANY ((SELECT rasid_companies())::integer[]) OR destination_id = ANY ((SELECT rasid_companies())::integer[])
);
CREATE POLICY everything ON company_request TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE ON company_request TO rasid_app, rasid_all;

-- A step of a request or a relation stands in the log of both companies.
CREATE FUNCTION log_for_both_companies() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE to_jsonb(OLD) - 'invitation_hash' END;
  new_row jsonb := to_jsonb(NEW) - 'invitation_hash';
  first_side text := TG_ARGV[0];
  second_side text := TG_ARGV[1];
BEGIN
  IF TG_OP = 'UPDATE' AND old_row = new_row THEN RETURN NULL; END IF;
  INSERT INTO change_log (user_id, company_id, table_name, row_id, action, before, after)
  SELECT rasid_user(), side::integer, TG_TABLE_NAME, new_row ->> 'id', lower(TG_OP), old_row, new_row
  FROM unnest(ARRAY[new_row ->> first_side, new_row ->> second_side]) side WHERE side IS NOT NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER change_log AFTER INSERT OR UPDATE ON company_request FOR EACH ROW EXECUTE FUNCTION log_for_both_companies('sender_id', 'destination_id');
DROP TRIGGER change_log ON company_relation;
CREATE TRIGGER change_log AFTER INSERT OR UPDATE ON company_relation FOR EACH ROW EXECUTE FUNCTION log_for_both_companies('provider_id', 'client_id');

INSERT INTO company_request (sender_id, destination_id, type, status, relation_id, contract_from, contract_to, contract_abilities, decided_at)
SELECT provider_id, client_id, 'ClientEngagement', status, id, contract_from, contract_to, contract_abilities, created_at
FROM company_relation WHERE status IN ('pending', 'engaged');

-- Text messages, calls and data that a company has left.
CREATE TABLE com_package (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  kind       text NOT NULL CHECK (kind IN ('sms', 'calling', 'communication')),
  icon       integer NOT NULL CHECK (icon BETWEEN 1 AND 10),
  total      integer NOT NULL CHECK (total >= 0),
  remaining  integer NOT NULL CHECK (remaining BETWEEN 0 AND total),
  UNIQUE (company_id, kind, icon)
);
SELECT rasid_tenant_table('com_package');
