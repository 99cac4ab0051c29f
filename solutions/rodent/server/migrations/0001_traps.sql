-- What LessWaste knows of a trap beyond its device, whose id it has. A device without a row is a trap of the defaults
-- without a number.
CREATE TABLE rodent_trap (
  id           integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  -- That of its device, which numbers are unique in; NULL while it is in the inventory.
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  number       smallint CHECK (number BETWEEN 1 AND 9999),
  kind         text NOT NULL DEFAULT 'snap' CHECK (kind IN ('snap', 'multi-catch', 'electronic', 'monitor')),
  target       text NOT NULL DEFAULT 'both' CHECK (target IN ('rat', 'mouse', 'both')),
  zone         text NOT NULL DEFAULT 'interior' CHECK (zone IN ('interior-food', 'interior', 'exterior')),
  lure         text,
  capacity     smallint CHECK (capacity BETWEEN 1 AND 30),
  live_catch   boolean NOT NULL DEFAULT false,
  -- Checked at the end of a statement, so that two traps can exchange their places.
  UNIQUE (structure_id, number) DEFERRABLE
);
CREATE INDEX rodent_trap_company ON rodent_trap (company_id, id);
SELECT rasid_tenant_table('rodent_trap');
