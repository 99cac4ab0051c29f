-- When a silent sensor gets an alarm of its own, unless many of its group are silent by then; NULL: it has one, or waits for none.
ALTER TABLE sparking_silent_sensor ADD COLUMN alone_at timestamptz;
CREATE INDEX sparking_silent_sensor_alone ON sparking_silent_sensor (alone_at) WHERE alone_at IS NOT NULL;
