-- The version of the template whose rules hold for a device, and how it follows the template. Core/templates keeps both.
ALTER TABLE device
  ADD COLUMN template_version_id integer,
  ADD COLUMN template_state text NOT NULL DEFAULT 'none' CHECK (template_state IN ('none', 'pending', 'in-sync', 'outdated', 'drifted', 'failed'));
CREATE INDEX device_by_template_state ON device (company_id, app, template_state, id);
CREATE INDEX device_by_template_version ON device (template_version_id) WHERE template_version_id IS NOT NULL;
CREATE INDEX device_by_hardware ON device (company_id, app, hardware_id, id);

-- The configuration that confirms a command once the device reports it.
ALTER TABLE device_command ADD COLUMN wanted jsonb;
CREATE INDEX device_command_unconfirmed ON device_command (device_id) WHERE wanted IS NOT NULL AND state IN ('queued', 'sent', 'delivered');
