-- The code with which a printed bill is verified. Each bill, also an older one, has its own.
ALTER TABLE meter_bill ADD COLUMN verification uuid NOT NULL DEFAULT gen_random_uuid();
CREATE UNIQUE INDEX meter_bill_verification ON meter_bill (verification);
