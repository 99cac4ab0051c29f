-- Devices site by site: those of an app, and those of all apps.
CREATE INDEX device_by_site ON device (company_id, app, structure_id, id);
CREATE INDEX device_desk_by_site ON device (company_id, structure_id, id);
