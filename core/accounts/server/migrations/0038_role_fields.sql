-- A field of people under which the role within an app has a name of its own, as the manifest of the app declares.
CREATE TABLE role_field (
  field  text PRIMARY KEY,
  app_id text NOT NULL
);
SELECT rasid_shared_table('role_field');

-- The roles of drivers were a column that nothing checked. They move to the roles within apps once the app is known.
CREATE TABLE former_fleet_role (
  user_id    integer PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  role       text NOT NULL
);
SELECT rasid_system_table('former_fleet_role');
INSERT INTO former_fleet_role (user_id, company_id, role)
SELECT id, company_id, fleet_role FROM users WHERE fleet_role IS NOT NULL AND company_id IS NOT NULL AND removed_at IS NULL;

DROP TRIGGER change_log ON users;
ALTER TABLE users DROP COLUMN fleet_role;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF company_id, email, first_name, last_name, phone, phone_verified,
  locale, role, admin_type, status, expires_at, country_id, city_id ON users FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
