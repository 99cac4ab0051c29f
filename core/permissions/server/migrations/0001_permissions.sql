-- The position of every permission in the mask. Rows are only ever added: a position never means something else.
CREATE TABLE permission (
  index integer PRIMARY KEY CHECK (index >= 0),
  key   text NOT NULL UNIQUE
);
SELECT rasid_shared_table('permission');

-- Who may do what in an app, and on which structures, within the ceiling of the system roles.
CREATE TABLE permission_group (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  app_id      text NOT NULL,
  name        text NOT NULL,
  description text NOT NULL DEFAULT '',
  search      text GENERATED ALWAYS AS (rasid_fold(name || ' ' || description)) STORED,
  UNIQUE (company_id, app_id, name),
  UNIQUE (id, company_id)
);
CREATE INDEX permission_group_search ON permission_group USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('permission_group');

CREATE TABLE permission_group_member (
  group_id   integer NOT NULL,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, user_id),
  FOREIGN KEY (group_id, company_id) REFERENCES permission_group (id, company_id) ON DELETE CASCADE
);
CREATE INDEX permission_group_member_user ON permission_group_member (user_id);
SELECT rasid_tenant_table('permission_group_member');

CREATE TABLE permission_group_resource (
  group_id   integer NOT NULL,
  resource   text NOT NULL CHECK (resource ~ '^(\*|[1-9][0-9]{0,9})$'), -- the id of a structure, or all of them
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, resource),
  FOREIGN KEY (group_id, company_id) REFERENCES permission_group (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('permission_group_resource');

CREATE TABLE permission_group_grant (
  group_id   integer NOT NULL,
  entity     text NOT NULL,
  actions    text[] NOT NULL CHECK (cardinality(actions) > 0),
  company_id integer NOT NULL,
  PRIMARY KEY (group_id, entity),
  FOREIGN KEY (group_id, company_id) REFERENCES permission_group (id, company_id) ON DELETE CASCADE
);
SELECT rasid_tenant_table('permission_group_grant');
