-- The name of the record, for alarms of the device: these tell what the device was fitted to when they began.
ALTER TABLE fitting ADD COLUMN subject_name text NOT NULL DEFAULT '';

-- Takes over the names of records that devices are fitted to already, from a table with id, company_id and name.
CREATE FUNCTION rasid_name_fittings(subject regclass, type text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('UPDATE fitting f SET subject_name = s.name FROM %s s WHERE f.company_id = s.company_id AND f.subject_type = %L AND f.subject_id = s.id', subject, type);
END $$;
