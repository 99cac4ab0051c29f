-- What panels have reported and people have caused, as it was understood. Nothing here is changed but the alarm.
CREATE TABLE defcon_event (
  id          integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id  integer NOT NULL REFERENCES company,
  panel_id    integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  at          timestamptz NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  late        boolean NOT NULL DEFAULT false,
  source      text NOT NULL CHECK (source IN ('mqtt', 'sia', 'app', 'system')),
  -- Two letters of SIA or three digits of Contact ID; or a word of this app: `sync`, `panic`, `command`.
  code        text NOT NULL,
  qualifier   text NOT NULL CHECK (qualifier IN ('new', 'restore', 'status')),
  group_no    smallint,
  zone_no     smallint,
  user_slot   smallint,
  text        text,
  data        jsonb NOT NULL DEFAULT '{}',
  -- It was a hit of an alarm of people or dangers, whether or not one was raised.
  is_hit      boolean NOT NULL DEFAULT false,
  alarm_id    integer
);
CREATE INDEX defcon_event_panel ON defcon_event (panel_id, at DESC, id DESC);
CREATE INDEX defcon_event_company ON defcon_event (company_id, at, id);
-- The hits of an armed period.
CREATE INDEX defcon_event_hit ON defcon_event (panel_id, at) WHERE is_hit;
CREATE INDEX defcon_event_alarm ON defcon_event (alarm_id) WHERE alarm_id IS NOT NULL;
SELECT rasid_tenant_table('defcon_event', false);

-- What an alarm of a panel holds besides: how sure it is, and who cancelled it.
CREATE TABLE defcon_incident (
  alarm_id     integer PRIMARY KEY REFERENCES alarm ON DELETE CASCADE,
  company_id   integer NOT NULL REFERENCES company,
  panel_id     integer NOT NULL REFERENCES defcon_panel ON DELETE CASCADE,
  group_no     smallint,
  kind         text NOT NULL,
  first_at     timestamptz NOT NULL,
  confirmed    text NOT NULL DEFAULT 'none' CHECK (confirmed IN ('none', 'sequential', 'verified')),
  cancelled_at timestamptz,
  -- The slot of the person who cancelled it.
  cancelled_by smallint,
  closed_at    timestamptz
);
CREATE INDEX defcon_incident_panel ON defcon_incident (panel_id, first_at);
CREATE INDEX defcon_incident_open ON defcon_incident (panel_id) WHERE closed_at IS NULL;
CREATE INDEX defcon_incident_company ON defcon_incident (company_id, first_at);
SELECT rasid_tenant_table('defcon_incident', false);
