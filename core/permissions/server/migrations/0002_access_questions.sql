-- Who asked when to be let into a page: nobody is asked again and again.
CREATE TABLE access_question (
  user_id    integer NOT NULL REFERENCES users ON DELETE CASCADE,
  page       text NOT NULL,
  company_id integer NOT NULL REFERENCES company,
  asked_at   timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, page)
);
SELECT rasid_tenant_table('access_question', false);
