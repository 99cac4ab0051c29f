-- Where a device stood last, or stands, and how many metres from there its newest position is.
ALTER TABLE device_place ADD COLUMN standing jsonb, ADD COLUMN away real;
