-- When a trouble is over if it does not happen again; NULL: it is over.
ALTER TABLE defcon_sia_trouble ADD COLUMN id integer GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE defcon_sia_trouble ADD COLUMN clears_at timestamptz;
SET LOCAL ROLE rasid_all;
UPDATE defcon_sia_trouble SET clears_at = last_at + interval '1 day';
RESET ROLE;
CREATE INDEX defcon_sia_trouble_clears ON defcon_sia_trouble (clears_at) WHERE clears_at IS NOT NULL;
