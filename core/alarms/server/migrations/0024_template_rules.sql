-- Rules of a version of a template hold for the devices that follow it. Core/templates, which keeps the versions, comes later.
ALTER TABLE alarm_rule ADD COLUMN template_version_id integer;
CREATE INDEX alarm_rule_template ON alarm_rule (template_version_id) WHERE template_version_id IS NOT NULL;
