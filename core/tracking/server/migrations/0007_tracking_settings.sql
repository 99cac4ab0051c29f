-- How a company tells stops and gaps from trips. A row holds for positions from its time on, until the next one; an
-- empty value leaves the setting to the model of the device.
CREATE TABLE tracking_setting (
  id           integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer     NOT NULL REFERENCES company,
  since        timestamptz NOT NULL DEFAULT now(),
  stop_metres  integer,
  stop_seconds integer,
  gap_seconds  integer,
  UNIQUE (company_id, since)
);
SELECT rasid_tenant_table('tracking_setting');
SELECT rasid_part_of('tracking_setting', 'company_id');

-- Recomputations of trips, stops and visits from stored positions, of a device or of all devices of a company.
CREATE TABLE track_rebuild (
  id           integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer     NOT NULL REFERENCES company,
  device_id    integer     REFERENCES device ON DELETE CASCADE,
  user_id      integer     NOT NULL REFERENCES users,
  made_from    timestamptz NOT NULL,
  devices      integer     NOT NULL,
  finished_at  timestamptz
);
SELECT rasid_tenant_table('track_rebuild');
SELECT rasid_part_of('track_rebuild', 'company_id');
CREATE INDEX track_rebuild_list ON track_rebuild (company_id, id);
CREATE INDEX track_rebuild_device_id ON track_rebuild (device_id);
CREATE UNIQUE INDEX track_rebuild_running ON track_rebuild (company_id) WHERE finished_at IS NULL;

-- The devices of rebuilds that are not done. Once begun, the positions before due_from have been read.
CREATE TABLE track_rebuild_device (
  device_id  integer     PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  rebuild_id integer     NOT NULL REFERENCES track_rebuild ON DELETE CASCADE,
  due_from   timestamptz NOT NULL,
  begun      boolean     NOT NULL DEFAULT false
);
SELECT rasid_system_table('track_rebuild_device');
CREATE INDEX track_rebuild_device_rebuild ON track_rebuild_device (rebuild_id);
CREATE INDEX track_rebuild_device_next ON track_rebuild_device (begun DESC, rebuild_id, device_id);
