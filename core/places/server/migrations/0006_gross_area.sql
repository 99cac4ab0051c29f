-- The gross floor area of a site, for values per square metre.
ALTER TABLE structure ADD COLUMN gross_area double precision CHECK (gross_area > 0);
