-- What a meter may count in a month, in the unit of its counter.
CREATE TABLE meter_budget (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL UNIQUE REFERENCES device ON DELETE CASCADE,
  amount     double precision NOT NULL CHECK (amount > 0)
);
CREATE INDEX meter_budget_company ON meter_budget (company_id, id);
SELECT rasid_tenant_table('meter_budget');
