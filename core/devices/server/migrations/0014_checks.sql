-- When people have checked a device, such as calibrated it. Once a day counts.
CREATE TABLE device_check (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  kind       text NOT NULL,
  done_on    date NOT NULL,
  user_id    integer DEFAULT rasid_user(),
  UNIQUE (device_id, kind, done_on)
);
CREATE INDEX device_check_company ON device_check (company_id, id);
SELECT rasid_tenant_table('device_check');
