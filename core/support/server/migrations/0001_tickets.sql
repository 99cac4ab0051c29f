-- A question of a company. Its desk answers: the integrator of the company, or the platform where it is null.
CREATE TABLE ticket (
  id              integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer NOT NULL REFERENCES company,
  desk_id         integer REFERENCES company,
  -- The integrator that gave the desk to the platform and goes on reading and writing.
  helper_id       integer REFERENCES company,
  subject         text NOT NULL,
  category        text NOT NULL CHECK (category IN ('device', 'order', 'payment', 'token', 'account', 'other')),
  priority        text NOT NULL DEFAULT 'normal' CHECK (priority IN ('low', 'normal', 'high', 'urgent')),
  state           text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'waiting', 'solved', 'closed')),
  device_id       integer REFERENCES device ON DELETE SET NULL,
  follows_id      integer REFERENCES ticket,
  opened_by       integer NOT NULL DEFAULT rasid_user() REFERENCES users,
  assignee_id     integer REFERENCES users,
  created_at      timestamptz NOT NULL DEFAULT now(),
  -- The newest message that all sides read, and its number; notes count on their own, so that a customer learns nothing of them.
  last_message_at timestamptz NOT NULL DEFAULT now(),
  public_n        integer NOT NULL DEFAULT 0,
  internal_n      integer NOT NULL DEFAULT 0,
  platform_n      integer NOT NULL DEFAULT 0,
  first_reply_due timestamptz,
  first_reply_at  timestamptz,
  solve_due       timestamptz,
  solved_at       timestamptz,
  -- The clock stands since paused_at; paused_ms is the working time that it stood before, in ms.
  paused_at       timestamptz,
  paused_ms       bigint NOT NULL DEFAULT 0,
  -- The next step of the present target: 0 warn, 1 notify that it is overdue, 2 escalate; and when it is due.
  due_step        smallint NOT NULL DEFAULT 0,
  due_at          timestamptz,
  -- When unread messages are to be mailed.
  mail_at         timestamptz,
  search          text GENERATED ALWAYS AS (rasid_fold(subject || ' T-' || lpad(id::text, 6, '0'))) STORED
);
CREATE INDEX ticket_company ON ticket (company_id, last_message_at, id);
CREATE INDEX ticket_desk ON ticket (desk_id, state, last_message_at);
CREATE INDEX ticket_answered_by ON ticket (coalesce(desk_id, helper_id), company_id) WHERE state <> 'closed';
CREATE INDEX ticket_helper ON ticket (helper_id) WHERE helper_id IS NOT NULL;
CREATE INDEX ticket_created ON ticket (company_id, created_at, id);
CREATE INDEX ticket_assignee ON ticket (assignee_id) WHERE assignee_id IS NOT NULL;
CREATE INDEX ticket_device ON ticket (device_id) WHERE device_id IS NOT NULL;
CREATE INDEX ticket_follows ON ticket (follows_id) WHERE follows_id IS NOT NULL;
CREATE INDEX ticket_due ON ticket (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX ticket_mail ON ticket (mail_at) WHERE mail_at IS NOT NULL;
CREATE INDEX ticket_solved ON ticket (solved_at) WHERE state = 'solved';
CREATE INDEX ticket_search ON ticket USING gin (search gin_trgm_ops);

-- Two companies see a ticket. The desk does so while it has a running contract with the customer.
ALTER TABLE ticket ENABLE ROW LEVEL SECURITY;
ALTER TABLE ticket FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ticket TO rasid_app USING (
  company_id = ANY ((SELECT rasid_companies())::integer[])
  OR ((SELECT own_company()) IN (desk_id, helper_id) AND provides_for((SELECT own_company()), company_id))
);
CREATE POLICY everything ON ticket TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE ON ticket TO rasid_app, rasid_all;
SELECT rasid_steps('ticket');

-- Messages are never changed. `n` is ascending within a ticket, whose row is locked when one is written.
CREATE TABLE ticket_message (
  ticket_id       integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  n               integer GENERATED ALWAYS AS IDENTITY,
  created_at      timestamptz NOT NULL DEFAULT now(),
  author_id       integer NOT NULL DEFAULT rasid_user() REFERENCES users,
  impersonated_by integer DEFAULT rasid_impersonated_by(),
  side            text NOT NULL CHECK (side IN ('customer', 'desk', 'platform')),
  kind            text NOT NULL CHECK (kind IN ('public', 'internal', 'platform')),
  text            text NOT NULL,
  client_id       uuid NOT NULL,
  PRIMARY KEY (ticket_id, n),
  UNIQUE (ticket_id, client_id)
);
ALTER TABLE ticket_message ENABLE ROW LEVEL SECURITY;
ALTER TABLE ticket_message FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ticket_message TO rasid_app USING (EXISTS (
  SELECT FROM ticket t WHERE t.id = ticket_id AND (
    kind = 'public' OR (SELECT is_super_admin()) OR (kind = 'internal' AND (SELECT own_company()) IN (t.desk_id, t.helper_id)))
));
CREATE POLICY everything ON ticket_message TO rasid_all USING (true);
GRANT SELECT, INSERT ON ticket_message TO rasid_app, rasid_all;

-- Files of messages. They count as files of the customer.
CREATE TABLE ticket_file (
  id         integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id  integer NOT NULL,
  n          integer NOT NULL,
  name       text NOT NULL,
  media_type text NOT NULL,
  -- Bytes.
  size       integer NOT NULL,
  file_id    integer NOT NULL,
  FOREIGN KEY (ticket_id, n) REFERENCES ticket_message ON DELETE CASCADE
);
CREATE INDEX ticket_file_message ON ticket_file (ticket_id, n);
CREATE INDEX ticket_file_file ON ticket_file (file_id);
ALTER TABLE ticket_file ENABLE ROW LEVEL SECURITY;
ALTER TABLE ticket_file FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON ticket_file TO rasid_app USING (EXISTS (
  SELECT FROM ticket_message m WHERE m.ticket_id = ticket_file.ticket_id AND m.n = ticket_file.n
));
CREATE POLICY everything ON ticket_file TO rasid_all USING (true);
GRANT SELECT, INSERT ON ticket_file TO rasid_app, rasid_all;
SELECT rasid_owns_file('ticket_file', 'file_id');

-- Up to which message a person has read a ticket, and when the person was last written a mail about it.
CREATE TABLE ticket_read (
  user_id   integer NOT NULL REFERENCES users ON DELETE CASCADE,
  ticket_id integer NOT NULL REFERENCES ticket ON DELETE CASCADE,
  last_n    integer NOT NULL DEFAULT 0,
  mailed_at timestamptz,
  PRIMARY KEY (user_id, ticket_id)
);
CREATE INDEX ticket_read_ticket ON ticket_read (ticket_id);
SELECT rasid_system_table('ticket_read');
CREATE POLICY own ON ticket_read TO rasid_app USING (user_id = (SELECT rasid_user()));
GRANT SELECT, INSERT, UPDATE ON ticket_read TO rasid_app;

-- Working time and targets of a desk. The row without a company is that of the platform.
CREATE TABLE ticket_service_level (
  company_id integer UNIQUE NULLS NOT DISTINCT REFERENCES company,
  hours      jsonb NOT NULL,
  targets    jsonb NOT NULL
);
SELECT rasid_tenant_table('ticket_service_level');
