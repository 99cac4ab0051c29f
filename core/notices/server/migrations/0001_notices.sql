-- What a person was told in the app. Its title is stored in both languages, so that it is read in the one of the moment.
CREATE TABLE notice (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind       text NOT NULL,
  title_en   text NOT NULL,
  title_ar   text NOT NULL,
  path       text NOT NULL,
  read_at    timestamptz,
  -- Whether open pages were told of it.
  announced  boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
SELECT rasid_system_table('notice');
CREATE INDEX notice_list ON notice (user_id, id);
CREATE INDEX notice_unread ON notice (user_id) WHERE read_at IS NULL;
CREATE INDEX notice_to_announce ON notice (id) WHERE NOT announced;
CREATE POLICY own ON notice FOR SELECT TO rasid_app USING (user_id = (SELECT rasid_user()));
CREATE POLICY mark ON notice FOR UPDATE TO rasid_app USING (user_id = (SELECT rasid_user()));
-- Whoever changes something tells others of it, in the same transaction.
CREATE POLICY tell ON notice FOR INSERT TO rasid_app WITH CHECK (true);
GRANT SELECT, INSERT, UPDATE (read_at) ON notice TO rasid_app;

-- The kinds that a person has switched off, by mail or in the bell; others come both ways.
CREATE TABLE notice_choice (
  user_id integer NOT NULL REFERENCES users ON DELETE CASCADE,
  kind    text NOT NULL,
  mail    boolean NOT NULL,
  bell    boolean NOT NULL,
  PRIMARY KEY (user_id, kind)
);
SELECT rasid_system_table('notice_choice');
-- Whoever tells a person something respects the choices of that person.
CREATE POLICY respected ON notice_choice FOR SELECT TO rasid_app USING (true);
CREATE POLICY added ON notice_choice FOR INSERT TO rasid_app WITH CHECK (user_id = (SELECT rasid_user()));
CREATE POLICY changed ON notice_choice FOR UPDATE TO rasid_app USING (user_id = (SELECT rasid_user()));
GRANT SELECT, INSERT, UPDATE ON notice_choice TO rasid_app;
