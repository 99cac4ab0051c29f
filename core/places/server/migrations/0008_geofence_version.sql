-- Counts the changes of a company's geofences, so that whoever keeps them in memory learns of each change with its commit.
CREATE TABLE geofence_version (
  company_id integer PRIMARY KEY REFERENCES company,
  version    bigint NOT NULL
);
ALTER TABLE geofence_version ENABLE ROW LEVEL SECURITY;
ALTER TABLE geofence_version FORCE ROW LEVEL SECURITY;
CREATE POLICY everything ON geofence_version TO rasid_all USING (true);
GRANT SELECT ON geofence_version TO rasid_all;

CREATE FUNCTION rasid_count_geofence_change() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public AS $$
BEGIN
  INSERT INTO geofence_version AS v (company_id, version) VALUES (coalesce(NEW.company_id, OLD.company_id), 1)
    ON CONFLICT (company_id) DO UPDATE SET version = v.version + 1;
  RETURN NULL;
END $$;
CREATE TRIGGER geofence_version AFTER INSERT OR UPDATE OR DELETE ON geofence
  FOR EACH ROW EXECUTE FUNCTION rasid_count_geofence_change();
INSERT INTO geofence_version (company_id, version) SELECT DISTINCT company_id, 1 FROM geofence;
