-- The devices of all apps: those that need attention first, by name, by battery and by age.
CREATE INDEX device_attention ON device (company_id, (CASE WHEN state <> 'installed' THEN 0 WHEN connection = 'offline' THEN 3 WHEN battery < 20 THEN 2 ELSE 1 END), id);
CREATE INDEX device_desk_name ON device (company_id, name, id);
CREATE INDEX device_desk_battery ON device (company_id, battery, id);
CREATE INDEX device_desk_created ON device (company_id, created_at, id);
CREATE INDEX device_desk_newest ON device (company_id, id);
