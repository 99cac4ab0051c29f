-- What a month was charged so far follows from the lines of the bills and credits themselves.
DROP INDEX meter_bill_corrected_in;
ALTER TABLE meter_bill DROP COLUMN to_correct, DROP COLUMN corrected_in;
