-- A card on the reader of a lock. Locks number the slots of their codes and of their cards apart.
ALTER TABLE access_credential DROP CONSTRAINT access_credential_kind_check,
  ADD CHECK (kind IN ('app', 'pin', 'card', 'link', 'offline')),
  -- Where the lock keeps it, by the name of the list that it reports; null for what is not on the lock.
  ADD store text GENERATED ALWAYS AS (CASE kind WHEN 'pin' THEN 'codes' WHEN 'card' THEN 'cards' END) STORED;
DROP INDEX access_credential_slot;
CREATE UNIQUE INDEX access_credential_slot ON access_credential (device_id, store, slot) WHERE slot IS NOT NULL;
