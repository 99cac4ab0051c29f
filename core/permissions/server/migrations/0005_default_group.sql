-- A group to which all staff of the company belong, present and future, except those who were taken out.
ALTER TABLE permission_group ADD COLUMN everyone boolean NOT NULL DEFAULT false;
CREATE INDEX permission_group_everyone ON permission_group (company_id, app_id) WHERE everyone;

CREATE TABLE permission_group_exception (
  group_id   integer NOT NULL,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, user_id),
  FOREIGN KEY (group_id, company_id) REFERENCES permission_group (id, company_id) ON DELETE CASCADE
);
CREATE INDEX permission_group_exception_user ON permission_group_exception (user_id);
SELECT rasid_tenant_table('permission_group_exception');
SELECT rasid_part_of('permission_group_exception', 'group_id');
