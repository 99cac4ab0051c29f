-- What people ask to be offered, also before they have an account.
CREATE TABLE market_quote (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  number     text    NOT NULL UNIQUE GENERATED ALWAYS AS ('Q-' || id) STORED,
  company_id integer REFERENCES company,
  name       text    NOT NULL,
  email      text    NOT NULL,
  phone      text    NOT NULL,
  company    text    NOT NULL DEFAULT '',
  country_id integer NOT NULL REFERENCES country,
  message    text    NOT NULL DEFAULT '',
  -- [{productId, quantity}]
  lines      jsonb   NOT NULL,
  state      text    NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'answered', 'closed')),
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('market_quote');
CREATE INDEX market_quote_state ON market_quote (state, id);
CREATE INDEX market_quote_email ON market_quote (email, created_at);
