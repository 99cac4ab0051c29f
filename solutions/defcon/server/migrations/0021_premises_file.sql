-- What those who act on an incident need to know about the site.
ALTER TABLE defcon_premises
  ADD COLUMN plan         text[]  NOT NULL DEFAULT '{}' CHECK (cardinality(plan) <= 20),
  ADD COLUMN access_notes text    NOT NULL DEFAULT '',
  ADD COLUMN hazards      text    NOT NULL DEFAULT '',
  ADD COLUMN dogs         boolean NOT NULL DEFAULT false,
  ADD COLUMN weapons      boolean NOT NULL DEFAULT false,
  ADD COLUMN gas          boolean NOT NULL DEFAULT false;
DROP TRIGGER change_log ON defcon_premises;
CREATE TRIGGER change_log AFTER INSERT OR DELETE OR UPDATE OF override_id, plan, access_notes, hazards, dogs, weapons, gas ON defcon_premises
  FOR EACH ROW EXECUTE FUNCTION rasid_log_change();
SELECT rasid_attachments('defcon_premises');

-- The call list of a site: who is called on an incident, in this order.
CREATE TABLE defcon_contact (
  id             integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id     integer  NOT NULL REFERENCES company,
  premises_id    integer  NOT NULL REFERENCES defcon_premises ON DELETE CASCADE,
  position       smallint NOT NULL CHECK (position BETWEEN 1 AND 10),
  name           text     NOT NULL,
  phone          text     NOT NULL,
  language       text     NOT NULL CHECK (language IN ('en', 'ar')),
  -- The code word. The history only has the time at which it was set.
  sealed         bytea,
  code_word_at   timestamptz,
  duress_contact boolean  NOT NULL DEFAULT false,
  schedule_id    integer  REFERENCES schedule,
  CONSTRAINT defcon_contact_position UNIQUE (premises_id, position) DEFERRABLE INITIALLY DEFERRED,
  CHECK ((sealed IS NULL) = (code_word_at IS NULL))
);
CREATE INDEX defcon_contact_company ON defcon_contact (company_id, id);
CREATE INDEX defcon_contact_schedule ON defcon_contact (schedule_id) WHERE schedule_id IS NOT NULL;
SELECT rasid_tenant_table('defcon_contact');
SELECT rasid_part_of('defcon_contact', 'premises_id');
