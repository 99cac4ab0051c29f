-- How many vehicles are in a group that only counters watch at the time of the next nightly count, by what a person has said
-- before it.
CREATE TABLE sparking_given_count (
  id         integer PRIMARY KEY REFERENCES sparking_group ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  value      integer NOT NULL CHECK (value >= 0),
  reason     text NOT NULL,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE
);
SELECT rasid_tenant_table('sparking_given_count', false);
