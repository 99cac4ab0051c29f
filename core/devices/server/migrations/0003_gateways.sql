CREATE TABLE lora_gateway (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  name         text NOT NULL,
  -- An EUI-64 belongs to one gateway in the world.
  eui          text NOT NULL UNIQUE CHECK (eui ~ '^[0-9A-F]{16}$'),
  model        text NOT NULL DEFAULT '',
  structure_id integer REFERENCES structure ON DELETE SET NULL,
  description  text NOT NULL DEFAULT '',
  search       text GENERATED ALWAYS AS (rasid_fold(name || ' ' || eui)) STORED
);
CREATE INDEX lora_gateway_name ON lora_gateway (company_id, name, id);
CREATE INDEX lora_gateway_structure ON lora_gateway (structure_id);
CREATE INDEX lora_gateway_search ON lora_gateway USING gin (company_id, search gin_trgm_ops);
SELECT rasid_tenant_table('lora_gateway');
