-- Anybody can type in a serial number. Only one that the platform has deployed for an order is proven, and only proven serial
-- numbers exclude other companies; an unproven one excludes no more than a second entry of the same company.
ALTER TABLE device ADD COLUMN proven boolean NOT NULL DEFAULT false;
UPDATE device d SET proven = true
 WHERE d.state <> 'removed'
   AND EXISTS (SELECT FROM device o JOIN device_log l ON l.device_id = o.id WHERE o.serial = d.serial AND l.kind = 'deployed');

DROP INDEX device_serial_key;
CREATE UNIQUE INDEX device_own_serial ON device (company_id, serial) WHERE state <> 'removed';
CREATE UNIQUE INDEX device_proven_serial ON device (serial) WHERE state <> 'removed' AND proven;

-- Devices of several companies may sign in with the same serial number: the secret tells them apart.
ALTER TABLE device_credential DROP CONSTRAINT device_credential_name_key;
CREATE INDEX device_credential_by_name ON device_credential (name);
