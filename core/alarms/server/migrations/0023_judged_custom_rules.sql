-- Custom rules have alarms of their own: no custom rule takes the place of another, so only the changed one is judged.
CREATE OR REPLACE FUNCTION alarm_rule_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
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
  DELETE FROM alarm_judgement j USING alarm_rule r
   WHERE j.rule_id = r.id AND r.company_id = changed.company_id AND r.app = changed.app AND r.kind = changed.kind AND (r.kind <> 'custom' OR r.id = changed.id);
  INSERT INTO alarm_judgement (rule_id)
  SELECT id FROM alarm_rule
   WHERE company_id = changed.company_id AND app = changed.app AND kind = changed.kind AND (kind <> 'custom' OR id = changed.id)
     AND id IS DISTINCT FROM CASE WHEN TG_OP = 'DELETE' THEN OLD.id END;
  RETURN CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END;
END $$;
