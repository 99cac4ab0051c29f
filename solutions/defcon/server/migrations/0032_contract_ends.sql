-- Contracts of security companies that watch panels and will end soon: what both sides were told of their end.
CREATE TABLE defcon_contract_end (
  -- The relation of the two companies.
  id         integer PRIMARY KEY REFERENCES company_relation ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  monitor_id integer NOT NULL REFERENCES company,
  ends_at    timestamptz NOT NULL,
  -- The last warning: so many days before the end.
  told_days  smallint NOT NULL
);
CREATE INDEX defcon_contract_end_company ON defcon_contract_end (company_id, monitor_id);
SELECT rasid_tenant_table('defcon_contract_end', false);
