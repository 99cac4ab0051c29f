-- The groups of all apps by name and by age.
CREATE INDEX permission_group_name ON permission_group (company_id, name, id);
CREATE INDEX permission_group_created ON permission_group (company_id, created_at, id);
