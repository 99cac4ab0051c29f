-- One row: when the geocoder may be asked next. All processes share the one question a second that its policy allows.
CREATE TABLE geocoder_turn (
  one     boolean PRIMARY KEY DEFAULT true CHECK (one),
  next_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('geocoder_turn');
INSERT INTO geocoder_turn DEFAULT VALUES;
