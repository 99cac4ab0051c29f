-- Guests have an account of a company that serves them, and are not its staff: residents, students, borrowers.
ALTER TABLE users ADD COLUMN kind text NOT NULL DEFAULT 'staff' CHECK (kind IN ('staff', 'guest')),
  ADD CHECK (kind = 'staff' OR (role = 'Viewer' AND admin_type IS NULL));
CREATE INDEX users_guest ON users (company_id, first_name, id) WHERE kind = 'guest';

-- What a guest is there for: a flat, a class, a vehicle.
CREATE TABLE guest_subject (
  user_id      integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  app_id       text NOT NULL,
  subject_type text NOT NULL,
  subject_id   integer NOT NULL,
  PRIMARY KEY (user_id, app_id, subject_type, subject_id)
);
CREATE INDEX guest_subject_of ON guest_subject (company_id, app_id, subject_type, subject_id);
SELECT rasid_tenant_table('guest_subject');
SELECT rasid_part_of('guest_subject', 'user_id');
SELECT rasid_guest_rows('guest_subject', 'user_id');
SELECT rasid_guest_rows('user_app_role', 'user_id');

-- Rows that a company sees as a side of them are for its staff.
CREATE OR REPLACE FUNCTION own_company() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT company_id FROM users WHERE id = rasid_user() AND kind = 'staff'
$$;
