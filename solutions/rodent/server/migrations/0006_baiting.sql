-- Toxic bait that is at a trap: since when, and when the alarm that it has been there for too long is to be raised; NULL
-- without a limit, and once it was raised.
CREATE TABLE rodent_baiting (
  device_id    integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  structure_id integer NOT NULL REFERENCES structure ON DELETE CASCADE,
  since        timestamptz NOT NULL,
  due_at       timestamptz
);
CREATE INDEX rodent_baiting_company ON rodent_baiting (company_id, device_id);
CREATE INDEX rodent_baiting_structure ON rodent_baiting (structure_id);
CREATE INDEX rodent_baiting_due ON rodent_baiting (due_at) WHERE due_at IS NOT NULL;
SELECT rasid_tenant_table('rodent_baiting', false);
