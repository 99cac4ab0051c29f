-- Arranged widgets of an app, or of the overview. Without a company it is of a person of the platform.
CREATE TABLE board (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer REFERENCES company,
  app        text    NOT NULL,
  owner_id   integer NOT NULL REFERENCES users,
  name       text    NOT NULL,
  shared     boolean NOT NULL DEFAULT false,
  widgets    jsonb   NOT NULL DEFAULT '[]',
  version    integer NOT NULL DEFAULT 1
);
CREATE INDEX board_company ON board (company_id, app, name, id);
CREATE INDEX board_owner ON board (owner_id);
SELECT rasid_tenant_table('board');
-- A personal board is read and changed by its owner only.
CREATE POLICY own_or_shared ON board AS RESTRICTIVE TO rasid_app USING (shared OR owner_id = (SELECT rasid_user()));

-- The board that a person looks at instead of the default one.
CREATE TABLE board_choice (
  user_id    integer NOT NULL REFERENCES users,
  company_id integer REFERENCES company,
  app        text    NOT NULL,
  board_id   integer NOT NULL REFERENCES board ON DELETE CASCADE,
  UNIQUE NULLS NOT DISTINCT (user_id, company_id, app)
);
CREATE INDEX board_choice_board ON board_choice (board_id);
SELECT rasid_tenant_table('board_choice', false);
CREATE POLICY own ON board_choice AS RESTRICTIVE TO rasid_app USING (user_id = (SELECT rasid_user()));
