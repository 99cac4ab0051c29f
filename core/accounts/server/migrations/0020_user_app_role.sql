-- What a person is within an app: a guard, a driver, a teacher. Apps name their roles in their manifests.
CREATE TABLE user_app_role (
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  app_id     text NOT NULL,
  role       text NOT NULL,
  PRIMARY KEY (user_id, app_id)
);
SELECT rasid_tenant_table('user_app_role');
SELECT rasid_part_of('user_app_role', 'user_id');
