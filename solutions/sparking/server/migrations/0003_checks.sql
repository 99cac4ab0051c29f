-- Single bays are published only where the company says so.
ALTER TABLE sparking_location ADD COLUMN public_slots boolean NOT NULL DEFAULT false;

-- What an attendant found at a bay. The phone names an answer, so that one that is sent again is the same.
CREATE TABLE sparking_check (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  space_id    integer NOT NULL REFERENCES sparking_slot ON DELETE CASCADE,
  client_id   uuid NOT NULL,
  stay_from   timestamptz NOT NULL, -- since when the bay was occupied, as the phone showed it
  at          timestamptz NOT NULL, -- when the attendant stood there
  received_at timestamptz NOT NULL,
  result      text NOT NULL CHECK (result IN ('permit-seen', 'no-permit', 'empty', 'blocked-by-object', 'other')),
  note        text,
  user_id     integer DEFAULT rasid_user() REFERENCES users ON DELETE SET NULL,
  UNIQUE (company_id, client_id)
);
CREATE INDEX sparking_check_space ON sparking_check (space_id, at);
CREATE INDEX sparking_check_company ON sparking_check (company_id, at, id);
SELECT rasid_tenant_table('sparking_check', false);

-- Photos go before the answers that they belong to: they may show number plates.
CREATE TABLE sparking_check_photo (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  check_id   integer NOT NULL REFERENCES sparking_check ON DELETE CASCADE,
  file_id    integer NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX sparking_check_photo_check ON sparking_check_photo (check_id, id);
CREATE INDEX sparking_check_photo_at ON sparking_check_photo (company_id, at, id);
CREATE INDEX sparking_check_photo_file ON sparking_check_photo (file_id);
SELECT rasid_tenant_table('sparking_check_photo', false);
SELECT rasid_owns_file('sparking_check_photo', 'file_id');
