-- A plan shows items of any kind: devices, spaces, and records of apps, turned and with an outline.
ALTER TABLE layout_device RENAME TO layout_item;
ALTER TABLE layout_item DROP CONSTRAINT layout_device_pkey;
ALTER TABLE layout_item
  ALTER COLUMN device_id DROP NOT NULL,
  ADD COLUMN id       integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ADD COLUMN kind     text NOT NULL DEFAULT 'device', -- `device`, `space`, or a kind of the app
  ADD COLUMN space_id integer REFERENCES space ON DELETE CASCADE,
  ADD COLUMN app      text,
  ADD COLUMN ref_id   integer, -- the id of a record of the app
  ADD COLUMN turn     smallint NOT NULL DEFAULT 0 CHECK (turn BETWEEN 0 AND 359), -- degrees clockwise
  -- Corners relative to the position before the turn, in widths of the picture: [{x, y}, …]
  ADD COLUMN outline  jsonb,
  ADD CHECK (num_nonnulls(device_id, space_id, ref_id) = 1),
  ADD CHECK ((app IS NULL) = (ref_id IS NULL)),
  ADD CHECK (kind = CASE WHEN device_id IS NOT NULL THEN 'device' WHEN space_id IS NOT NULL THEN 'space' ELSE kind END),
  ADD UNIQUE (device_id),
  ADD UNIQUE (layout_id, space_id),
  ADD UNIQUE (layout_id, app, kind, ref_id);
ALTER INDEX layout_device_layout RENAME TO layout_item_layout;
CREATE INDEX layout_item_space ON layout_item (space_id) WHERE space_id IS NOT NULL;
CREATE INDEX layout_item_record ON layout_item (app, kind, ref_id) WHERE ref_id IS NOT NULL;

-- The history of plans shows lines of before the new name as well. No role may change lines, except the owner here.
ALTER TABLE change_log NO FORCE ROW LEVEL SECURITY;
UPDATE change_log SET table_name = 'layout_item' WHERE table_name = 'layout_device';
ALTER TABLE change_log FORCE ROW LEVEL SECURITY;
