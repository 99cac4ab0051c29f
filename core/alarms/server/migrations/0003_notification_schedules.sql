-- Mails that sum up the alarms of an app, by the clock.
CREATE TABLE notification_schedule (
  id           integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer NOT NULL REFERENCES company,
  app          text NOT NULL,
  name         text NOT NULL,
  frequency    text NOT NULL CHECK (frequency IN ('daily', 'weekly', 'monthly')),
  time         text NOT NULL,
  week_days    integer[] NOT NULL DEFAULT '{}',
  day_of_month integer NOT NULL DEFAULT 1 CHECK (day_of_month BETWEEN 1 AND 31),
  resources    text[] NOT NULL DEFAULT '{*}',
  kinds        text[] NOT NULL DEFAULT '{}',
  severities   alarm_severity[] NOT NULL DEFAULT '{}',
  active       boolean NOT NULL DEFAULT true,
  next_at      timestamptz, -- due then; none while it is not active
  zone         text NOT NULL, -- in which next_at was reckoned
  sent_at      timestamptz,
  told_until   timestamptz NOT NULL DEFAULT now(), -- what was raised before stands in an earlier mail
  search       text GENERATED ALWAYS AS (rasid_fold(name)) STORED,
  UNIQUE (company_id, app, name),
  UNIQUE (id, company_id),
  CHECK (active = (next_at IS NOT NULL))
);
CREATE INDEX notification_schedule_search ON notification_schedule USING gin (company_id, search gin_trgm_ops);
CREATE INDEX notification_schedule_next ON notification_schedule (company_id, next_at, id);
CREATE INDEX notification_schedule_due ON notification_schedule (next_at) WHERE active;
SELECT rasid_tenant_table('notification_schedule');

CREATE TABLE notification_schedule_member (
  schedule_id integer NOT NULL,
  user_id     integer NOT NULL REFERENCES users ON DELETE CASCADE,
  company_id  integer NOT NULL,
  PRIMARY KEY (schedule_id, user_id),
  FOREIGN KEY (schedule_id, company_id) REFERENCES notification_schedule (id, company_id) ON DELETE CASCADE
);
CREATE INDEX notification_schedule_member_user ON notification_schedule_member (user_id);
SELECT rasid_tenant_table('notification_schedule_member');

-- A digest reads what was raised since the last one.
CREATE INDEX alarm_raised ON alarm (company_id, app, created_at);
