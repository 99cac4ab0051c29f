-- A new address for bills counts once the link that is mailed to it was followed.
CREATE TABLE bills_address_change (
  company_id integer PRIMARY KEY REFERENCES company,
  email      text NOT NULL,
  token_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz NOT NULL
);
SELECT rasid_system_table('bills_address_change');
