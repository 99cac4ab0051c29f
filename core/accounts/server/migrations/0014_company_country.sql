-- New countries of companies exist; what stands already is left as it is.
ALTER TABLE company ADD FOREIGN KEY (country_id) REFERENCES country NOT VALID;
