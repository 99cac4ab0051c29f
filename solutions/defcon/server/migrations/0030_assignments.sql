-- A panel that its owner has handed to a security company, or zones of it that a tenant has.
CREATE TABLE defcon_assignment (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  -- The company that receives it; the panel is of `owner_id`.
  company_id integer NOT NULL REFERENCES company,
  owner_id   integer NOT NULL REFERENCES company,
  panel_id   integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  -- Of a tenant; without any, it is the whole panel.
  zones      integer[] NOT NULL DEFAULT '{}' CHECK (cardinality(zones) <= 200),
  role       text NOT NULL CHECK (role IN ('monitoring', 'tenant')),
  state      text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'rejected', 'withdrawn', 'ended')),
  from_at    timestamptz NOT NULL DEFAULT now(),
  until_at   timestamptz,
  comment    text,
  in_force   boolean NOT NULL DEFAULT false,
  -- A security company sees the panel while it is in force; a tenant sees its zones only.
  reads      boolean NOT NULL GENERATED ALWAYS AS (in_force AND role = 'monitoring') STORED,
  -- When something happens by itself: nobody has answered, or it begins or ends.
  due_at     timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  CHECK (company_id <> owner_id),
  CHECK (until_at > from_at),
  CHECK (NOT in_force OR state = 'accepted')
);
CREATE INDEX defcon_assignment_due ON defcon_assignment (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX defcon_assignment_panel ON defcon_assignment (panel_id, company_id);
CREATE INDEX defcon_assignment_reads ON defcon_assignment (company_id, panel_id);
SELECT rasid_shared_rows('defcon_assignment', '{company_id,owner_id}', logged => true);
SELECT rasid_steps('defcon_assignment');

-- What a security company sees of a panel that it watches.
SELECT rasid_shared_rows('defcon_panel', parties => 'defcon_assignment', link => 'panel_id');
SELECT rasid_shared_part('defcon_group', 'defcon_panel', 'o.id = defcon_group.panel_id');
SELECT rasid_shared_part('defcon_zone', 'defcon_panel', 'o.id = defcon_zone.panel_id');
SELECT rasid_shared_part('defcon_panel_user', 'defcon_panel', 'o.id = defcon_panel_user.panel_id');
SELECT rasid_shared_part('defcon_event', 'defcon_panel', 'o.id = defcon_event.panel_id');
