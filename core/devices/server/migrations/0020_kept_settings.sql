-- Settings of its template that the platform keeps for a device, as what counts as a stop. The device knows nothing of them.
ALTER TABLE device ADD COLUMN kept_settings jsonb NOT NULL DEFAULT '{}';
