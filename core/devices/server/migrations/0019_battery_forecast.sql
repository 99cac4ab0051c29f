-- When the battery of a device will be empty by the newest forecast, and the range of it where it was measured. The time of
-- the forecast is empty when another one is wanted, as after the battery was changed.
ALTER TABLE device ADD COLUMN battery_ends_at timestamptz,
                   ADD COLUMN battery_ends_early timestamptz,
                   ADD COLUMN battery_ends_late timestamptz,
                   ADD COLUMN battery_forecast_at timestamptz;
CREATE INDEX device_battery_ends ON device (company_id, app, battery_ends_at) WHERE battery_ends_at IS NOT NULL;
