-- How many mails were sent today on behalf of a company, and to an address.
CREATE TABLE mail_count (
  day  date NOT NULL DEFAULT current_date,
  key  text NOT NULL,
  sent integer NOT NULL,
  PRIMARY KEY (day, key)
);
SELECT rasid_system_table('mail_count');

-- A request to an address is answered first, so that its sender sees who answers, and then confirmed.
ALTER TABLE company_request ADD COLUMN answered_at timestamptz;
