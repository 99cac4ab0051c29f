-- Somebody who lost all access at once, by leaving or because it was taken. The grants that ended with it name it.
CREATE TABLE access_revocation (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  app        text    NOT NULL,
  holder_id  integer NOT NULL,
  reason     text    NOT NULL CHECK (reason IN ('holder-left', 'revoked')),
  revoked_by integer,
  undone_at  timestamptz,
  undone_by  integer,
  -- Of the printed proof: its address, when it was first printed, and the seal of what it says.
  code       uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  proven_at  timestamptz,
  seal       text,
  FOREIGN KEY (holder_id, company_id) REFERENCES access_holder (id, company_id)
);
SELECT rasid_tenant_table('access_revocation');
CREATE INDEX access_revocation_list ON access_revocation (company_id, created_at, id);

ALTER TABLE access_grant ADD revocation_id integer REFERENCES access_revocation;
CREATE INDEX access_grant_revocation ON access_grant (revocation_id) WHERE revocation_id IS NOT NULL;
-- When the list of the lock proved that the code is gone.
ALTER TABLE access_credential ADD removed_at timestamptz;
