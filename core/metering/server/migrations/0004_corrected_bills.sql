-- The later bill that charged the difference between the estimate and the readings.
ALTER TABLE meter_bill ADD COLUMN corrected_in integer REFERENCES meter_bill;
CREATE INDEX meter_bill_corrected_in ON meter_bill (corrected_in) WHERE corrected_in IS NOT NULL;
-- Charges that are due once are part of the bill.
ALTER TABLE meter_bill ADD COLUMN charges_once boolean NOT NULL DEFAULT false;
SET LOCAL ROLE rasid_all;
UPDATE meter_bill b SET charges_once = true
 WHERE kind = 'bill' AND state <> 'draft'
   AND NOT EXISTS (SELECT FROM meter_bill e WHERE e.device_id = b.device_id AND e.kind = 'bill' AND e.state <> 'draft' AND e.id < b.id);
RESET ROLE;
