-- Who sells: what bills and instructions for transfers say, from a date on. Changes are new rows.
CREATE TABLE market_seller (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  valid_from    date NOT NULL UNIQUE,
  legal_name_en text NOT NULL,
  legal_name_ar text NOT NULL,
  address_en    text NOT NULL,
  address_ar    text NOT NULL,
  bank          text NOT NULL,
  iban          text NOT NULL,
  swift         text NOT NULL,
  created_by    integer DEFAULT rasid_user(),
  created_at    timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_shared_table('market_seller');
GRANT INSERT ON market_seller TO rasid_all;
ALTER TABLE market_country ADD COLUMN created_by integer DEFAULT rasid_user(), ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
