-- The id that the panel gave the event, by which it names it when it sends a photo of it; and addresses of pictures, which are shown and
-- never fetched.
ALTER TABLE defcon_event
  ADD COLUMN event_key text,
  ADD COLUMN links     text[] NOT NULL DEFAULT '{}';
CREATE INDEX defcon_event_key ON defcon_event (panel_id, event_key) WHERE event_key IS NOT NULL;

-- What a panel has seen at an event.
CREATE TABLE defcon_photo (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer     NOT NULL REFERENCES company,
  event_id    integer     NOT NULL REFERENCES defcon_event ON DELETE CASCADE,
  position    smallint    NOT NULL CHECK (position BETWEEN 0 AND 9),
  file_id     integer     NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (event_id, position)
);
CREATE INDEX defcon_photo_company ON defcon_photo (company_id, id);
CREATE INDEX defcon_photo_file ON defcon_photo (file_id);
SELECT rasid_tenant_table('defcon_photo', false);
SELECT rasid_owns_file('defcon_photo', 'file_id');
