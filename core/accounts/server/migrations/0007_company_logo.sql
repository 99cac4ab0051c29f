ALTER TABLE company ADD COLUMN logo_id integer UNIQUE;
SELECT rasid_owns_file('company', 'logo_id');
