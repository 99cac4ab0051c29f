-- A link that opens only while its holder is within a geofence. One that is gone opens nothing.
ALTER TABLE access_grant ADD geofence_id integer;

-- The last passwords of a lock, as prints that only this installation can make.
CREATE TABLE access_password (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  device_id  integer NOT NULL REFERENCES device ON DELETE CASCADE,
  print      bytea   NOT NULL
);
SELECT rasid_tenant_table('access_password', false);
CREATE INDEX access_password_device ON access_password (device_id, id);

-- What a lock belongs to.
ALTER TABLE access_lock ADD asset_id integer REFERENCES asset ON DELETE SET NULL;

-- A code that a lock computes itself. Nobody can take it back.
ALTER TABLE access_credential DROP CONSTRAINT access_credential_kind_check,
  ADD CHECK (kind IN ('app', 'pin', 'link', 'offline'));
ALTER TABLE access_grant ADD offline_type text CHECK (offline_type IN ('once', 'timed')), ADD offline_number smallint;
