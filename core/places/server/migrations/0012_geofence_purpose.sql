ALTER TABLE geofence
  -- What the geofence is for: by it rules, maps and lists tell them apart.
  ADD COLUMN purpose text NOT NULL DEFAULT 'other' CHECK (purpose IN ('depot', 'customer', 'allowed', 'forbidden', 'other')),
  -- The app that keeps it for a record of its own, such as a point of interest; null of those that people draw.
  ADD COLUMN app_id  text;
-- Records of apps may have the same name.
ALTER TABLE geofence DROP CONSTRAINT geofence_company_id_name_key;
CREATE UNIQUE INDEX geofence_name ON geofence (company_id, name) WHERE app_id IS NULL;
