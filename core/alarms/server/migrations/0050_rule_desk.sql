-- The rules of all apps by name and by age; those of templates stand with their template.
CREATE INDEX alarm_rule_desk_name ON alarm_rule (company_id, name, id) WHERE template_version_id IS NULL;
CREATE INDEX alarm_rule_desk_created ON alarm_rule (company_id, created_at, id) WHERE template_version_id IS NULL;
