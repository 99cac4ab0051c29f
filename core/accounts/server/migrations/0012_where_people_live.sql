-- Where a person lives: the country may be known without the city.
ALTER TABLE users ADD COLUMN country_id integer REFERENCES country, ADD COLUMN city_id integer REFERENCES city,
  ADD CHECK (city_id IS NULL OR country_id IS NOT NULL);
DROP TRIGGER change_log ON users;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, email, first_name, last_name, phone, phone_verified,
  locale, role, admin_type, fleet_role, status, expires_at, country_id, city_id ON users FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
