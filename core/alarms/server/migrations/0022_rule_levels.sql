-- A rule has one to three levels of severity, each with a condition and a trigger. Each predicate has its own clear band.
ALTER TABLE alarm_rule
  ADD COLUMN name text, ADD COLUMN names jsonb, ADD COLUMN levels jsonb, ADD COLUMN message jsonb,
  ADD COLUMN clear jsonb NOT NULL DEFAULT '{"forSeconds": 0}';

-- Rules had one condition with one band for all of its predicates; a rule without data had a trigger and no condition.
CREATE FUNCTION alarm_condition_with_band(condition jsonb, band double precision) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE key text;
BEGIN
  FOREACH key IN ARRAY ARRAY['all', 'any'] LOOP
    IF condition ? key THEN
      RETURN jsonb_build_object(key, (SELECT jsonb_agg(alarm_condition_with_band(part, band)) FROM jsonb_array_elements(condition -> key) AS part));
    END IF;
  END LOOP;
  RETURN CASE WHEN band > 0 AND condition ->> 'is' IN ('>', '>=', '<', '<=') THEN condition || jsonb_build_object('clearBand', band) ELSE condition END;
END $$;
SET LOCAL ROLE rasid_all;
UPDATE alarm_rule SET
  name = initcap(replace(kind, '-', ' ')),
  levels = jsonb_build_array(jsonb_build_object(
    'severity', severity,
    'condition', CASE WHEN trigger ->> 'type' = 'no-data' THEN jsonb_build_object('noDataFrom', NULL, 'seconds', trigger -> 'seconds')
                      ELSE alarm_condition_with_band(condition, hysteresis) END,
    'trigger', CASE WHEN trigger ->> 'type' = 'no-data' THEN '{"type": "simple"}' ELSE trigger END))
 WHERE condition IS NOT NULL OR trigger ->> 'type' = 'no-data';
-- Without a condition it never raised an alarm.
DELETE FROM alarm_rule WHERE levels IS NULL;
RESET ROLE;
DROP FUNCTION alarm_condition_with_band;
DROP INDEX alarm_rule_silence;
ALTER TABLE alarm_rule
  ALTER COLUMN name SET NOT NULL, ALTER COLUMN levels SET NOT NULL,
  DROP COLUMN severity, DROP COLUMN condition, DROP COLUMN trigger, DROP COLUMN hysteresis,
  ADD COLUMN search text GENERATED ALWAYS AS (rasid_fold(name)) STORED;
CREATE INDEX alarm_rule_search ON alarm_rule USING gin (company_id, search gin_trgm_ops);
CREATE INDEX alarm_rule_name ON alarm_rule (company_id, app, name, id);
CREATE INDEX alarm_rule_created ON alarm_rule (company_id, app, created_at, id);
CREATE INDEX alarm_rule_device ON alarm_rule (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX alarm_rule_quiet ON alarm_rule (id) WHERE enabled AND clear ->> 'afterQuietSeconds' IS NOT NULL;

-- The limit that the value crossed, and the name that a custom rule gives its alarms.
ALTER TABLE alarm ADD COLUMN crossed jsonb, ADD COLUMN names jsonb;
CREATE INDEX alarm_rule_alarms ON alarm (rule_id) WHERE rule_id IS NOT NULL AND disposition IN ('open', 'escalated');

-- A timer belongs to a level of a rule. Level -1: the alarm falls when it is due.
ALTER TABLE alarm_timer DROP COLUMN sensor, DROP COLUMN value, ADD COLUMN level smallint NOT NULL DEFAULT 0, DROP CONSTRAINT alarm_timer_pkey, ADD PRIMARY KEY (device_id, rule_id, level);

-- What has to be judged without a message: the devices of a rule that was changed or whose hours begin or end, and a
-- device with an alarm of a rule that may no longer hold for it.
CREATE TABLE alarm_judgement (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  rule_id   integer REFERENCES alarm_rule ON DELETE CASCADE,
  device_id integer REFERENCES device ON DELETE CASCADE,
  kind      text,
  due_at    timestamptz NOT NULL DEFAULT now(),
  CHECK ((rule_id IS NULL) = (device_id IS NOT NULL AND kind IS NOT NULL))
);
SELECT rasid_system_table('alarm_judgement');
CREATE INDEX alarm_judgement_due ON alarm_judgement (due_at);
CREATE INDEX alarm_judgement_rule ON alarm_judgement (rule_id);

CREATE FUNCTION alarm_rule_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
DECLARE
  changed alarm_rule := CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
BEGIN
  IF TG_OP = 'UPDATE' AND OLD.levels <> NEW.levels THEN
    DELETE FROM alarm_timer WHERE rule_id = NEW.id;
  END IF;
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO alarm_judgement (device_id, kind)
    SELECT device_id, kind FROM alarm WHERE rule_id = OLD.id AND device_id IS NOT NULL AND disposition IN ('open', 'escalated') AND condition = 'active';
  END IF;
  -- A narrower rule takes the place of wider ones of its kind, so all of them are judged.
  DELETE FROM alarm_judgement j USING alarm_rule r WHERE j.rule_id = r.id AND r.company_id = changed.company_id AND r.app = changed.app AND r.kind = changed.kind;
  INSERT INTO alarm_judgement (rule_id)
  SELECT id FROM alarm_rule WHERE company_id = changed.company_id AND app = changed.app AND kind = changed.kind AND id IS DISTINCT FROM CASE WHEN TG_OP = 'DELETE' THEN OLD.id END;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
CREATE TRIGGER judged AFTER INSERT OR UPDATE ON alarm_rule FOR EACH ROW EXECUTE FUNCTION alarm_rule_changed();
-- Before: the deletion takes the rule from its alarms.
CREATE TRIGGER judged_removal BEFORE DELETE ON alarm_rule FOR EACH ROW EXECUTE FUNCTION alarm_rule_changed();
-- Hours of rules that are stored already.
INSERT INTO alarm_judgement (rule_id) SELECT id FROM alarm_rule;
