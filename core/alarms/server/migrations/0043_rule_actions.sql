-- The commands that a rule sends when it raises an alarm: [{device, method, params}].
ALTER TABLE alarm_rule ADD COLUMN actions jsonb NOT NULL DEFAULT '[]';
