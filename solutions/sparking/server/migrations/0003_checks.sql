-- Single bays are published only where the company says so.
ALTER TABLE sparking_location ADD COLUMN public_slots boolean NOT NULL DEFAULT false;
