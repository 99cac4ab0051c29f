-- The settings of the installation that statements need. Each start writes them.
CREATE TABLE installation (
  single             boolean PRIMARY KEY DEFAULT true CHECK (single),
  -- The zone of the platform: its bills are dated, and its numbers counted by year, in it.
  time_zone          text NOT NULL,
  country            text NOT NULL,
  order_prefix       text NOT NULL,
  invoice_prefix     text NOT NULL,
  credit_note_prefix text NOT NULL
);
SELECT rasid_shared_table('installation');

CREATE FUNCTION rasid_zone() RETURNS text LANGUAGE sql STABLE AS 'SELECT time_zone FROM installation';

-- The present day of the platform.
CREATE FUNCTION rasid_today() RETURNS date LANGUAGE sql STABLE AS 'SELECT rasid_wall(rasid_now(), rasid_zone())::date';
