-- What of a panel is due by time: its test report, its permit and its subscription.
ALTER TABLE defcon_panel
  -- How often it sends a test report; NULL: none is expected.
  ADD COLUMN test_every_hours smallint CHECK (test_every_hours BETWEEN 1 AND 744),
  -- The last report of any kind by which it shows that it can report, and the last one that counts as a test.
  ADD COLUMN report_at        timestamptz,
  ADD COLUMN test_report_at   timestamptz;

-- When it is looked at again.
CREATE TABLE defcon_panel_check (
  panel_id   integer PRIMARY KEY REFERENCES defcon_panel ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  due_at     timestamptz DEFAULT now()
);
CREATE INDEX defcon_panel_check_due ON defcon_panel_check (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX defcon_panel_check_company ON defcon_panel_check (company_id);
SELECT rasid_tenant_table('defcon_panel_check', false);

-- When a group is expected to be armed: outside the hours of this schedule.
ALTER TABLE defcon_group ADD COLUMN schedule_id integer REFERENCES schedule;
CREATE INDEX defcon_group_schedule ON defcon_group (schedule_id) WHERE schedule_id IS NOT NULL;
CREATE TABLE defcon_group_check (
  group_id   integer PRIMARY KEY REFERENCES defcon_group ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES company,
  due_at     timestamptz DEFAULT now()
);
CREATE INDEX defcon_group_check_due ON defcon_group_check (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX defcon_group_check_company ON defcon_group_check (company_id);
SELECT rasid_tenant_table('defcon_group_check', false);

-- Whatever changes a panel or a group has it looked at within a second.
CREATE FUNCTION defcon_check_panel() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO defcon_panel_check (panel_id, company_id) VALUES (NEW.id, NEW.company_id)
  ON CONFLICT (panel_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER check_panel AFTER INSERT ON defcon_panel FOR EACH ROW EXECUTE FUNCTION defcon_check_panel();
CREATE TRIGGER check_changed_panel AFTER UPDATE ON defcon_panel FOR EACH ROW
  WHEN ((OLD.service, OLD.permit_expires_on, OLD.test_every_hours, OLD.test_report_at) IS DISTINCT FROM (NEW.service, NEW.permit_expires_on, NEW.test_every_hours, NEW.test_report_at))
  EXECUTE FUNCTION defcon_check_panel();
CREATE FUNCTION defcon_check_group() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO defcon_group_check (group_id, company_id) VALUES (NEW.id, NEW.company_id)
  ON CONFLICT (group_id) DO UPDATE SET due_at = now();
  RETURN NULL;
END $$;
CREATE TRIGGER check_group AFTER INSERT OR UPDATE OF schedule_id, grace_minutes ON defcon_group
  FOR EACH ROW WHEN (NEW.schedule_id IS NOT NULL) EXECUTE FUNCTION defcon_check_group();
CREATE TRIGGER check_group_state AFTER UPDATE ON defcon_group
  FOR EACH ROW WHEN (OLD.schedule_id IS NOT NULL AND (OLD.state, OLD.schedule_id) IS DISTINCT FROM (NEW.state, NEW.schedule_id)) EXECUTE FUNCTION defcon_check_group();
INSERT INTO defcon_panel_check (panel_id, company_id) SELECT id, company_id FROM defcon_panel;

-- Companies whose people are to read what was armed and disarmed since then.
CREATE TABLE defcon_arming_digest (
  company_id integer PRIMARY KEY REFERENCES company,
  since_at   timestamptz NOT NULL DEFAULT now(),
  due_at     timestamptz NOT NULL DEFAULT now() + interval '15 minutes'
);
CREATE INDEX defcon_arming_digest_due ON defcon_arming_digest (due_at);
SELECT rasid_tenant_table('defcon_arming_digest', false);
