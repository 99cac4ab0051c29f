-- The category by EN 50136 for which its paths were chosen; NULL: none.
ALTER TABLE defcon_panel ADD COLUMN category text CHECK (category IN ('SP2', 'SP3', 'SP4', 'SP5', 'SP6', 'DP1', 'DP2', 'DP3', 'DP4'));

-- A way on which a panel reports, such as a cable and a mobile network, and how long it may be silent there.
CREATE TABLE defcon_path (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  panel_id    integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  -- As the messages of the panel name it: the line of SIA DC-09, or the path of a message in JSON.
  line        text    NOT NULL CHECK (line ~ '^[0-9A-Za-z-]{1,20}$'),
  name        text,
  role        text    NOT NULL CHECK (role IN ('primary', 'alternative')),
  supervision integer NOT NULL CHECK (supervision BETWEEN 10 AND 2764800),
  -- Once the primary path is gone.
  supervision_when_alone integer CHECK (supervision_when_alone BETWEEN 10 AND 2764800),
  CHECK (role = 'alternative' OR supervision_when_alone IS NULL),
  UNIQUE (panel_id, line)
);
CREATE UNIQUE INDEX defcon_path_primary ON defcon_path (panel_id) WHERE role = 'primary';
CREATE INDEX defcon_path_company ON defcon_path (company_id, id);
SELECT rasid_tenant_table('defcon_path');

-- Panels whose paths are to be watched as they are now, and whose alarms about them are to follow. Rows are only added and
-- taken, so that nothing waits here while it holds the clock of a path.
CREATE TABLE defcon_supervision (
  id         bigint  GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id integer NOT NULL REFERENCES company,
  panel_id   integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  due_at     timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX defcon_supervision_due ON defcon_supervision (due_at);
CREATE INDEX defcon_supervision_company ON defcon_supervision (company_id, id);
CREATE INDEX defcon_supervision_panel ON defcon_supervision (panel_id);
SELECT rasid_tenant_table('defcon_supervision', false);

SET LOCAL ROLE rasid_all;
INSERT INTO defcon_path (company_id, panel_id, line, role, supervision) SELECT company_id, id, 'main', 'primary', 180 FROM defcon_panel;
INSERT INTO defcon_supervision (company_id, panel_id) SELECT company_id, id FROM defcon_panel;
RESET ROLE;
