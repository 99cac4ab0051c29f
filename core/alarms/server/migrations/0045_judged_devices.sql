-- A device is judged without a kind too: an event is no longer counted, or an attribute has changed.
ALTER TABLE alarm_judgement DROP CONSTRAINT alarm_judgement_check;
ALTER TABLE alarm_judgement ADD CHECK ((rule_id IS NULL) = (device_id IS NOT NULL)), ADD CHECK (kind IS NULL OR device_id IS NOT NULL);
