-- Devices that got another owner, until both sides have been informed, one mail for all of them.
CREATE TABLE device_hand_over (
  device_id  integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  from_id    integer NOT NULL REFERENCES company,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('device_hand_over');
