-- Who wears a device that tracks a person, and when they are on duty.
CREATE TABLE tracked_person (
  device_id   integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id  integer NOT NULL REFERENCES company,
  user_id     integer NOT NULL REFERENCES users,
  schedule_id integer NOT NULL REFERENCES schedule
);
SELECT rasid_tenant_table('tracked_person');
SELECT rasid_part_of('tracked_person', 'device_id');
CREATE INDEX tracked_person_user ON tracked_person (user_id);
CREATE INDEX tracked_person_schedule ON tracked_person (schedule_id);

-- What a person has consented to, and when. A consent ends when it is withdrawn or another person wears the device.
CREATE TABLE tracking_consent (
  id           integer     GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id   integer     NOT NULL REFERENCES company,
  device_id    integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  user_id      integer     NOT NULL REFERENCES users,
  text_version smallint    NOT NULL,
  given_at     timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz
);
SELECT rasid_tenant_table('tracking_consent');
SELECT rasid_part_of('tracking_consent', 'device_id');
CREATE UNIQUE INDEX tracking_consent_given ON tracking_consent (device_id) WHERE withdrawn_at IS NULL;
CREATE INDEX tracking_consent_user ON tracking_consent (user_id);

-- Who has looked at the places of a person. What somebody looks at within ten minutes (a slot) is one line.
CREATE TABLE person_look (
  id              bigint      GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  company_id      integer     NOT NULL REFERENCES company,
  device_id       integer     NOT NULL REFERENCES device ON DELETE CASCADE,
  person_id       integer     NOT NULL,
  viewer_id       integer     NOT NULL,
  impersonated_by integer     DEFAULT rasid_impersonated_by(),
  kind            text        NOT NULL CHECK (kind IN ('trail', 'trips', 'file', 'place')),
  slot            timestamptz NOT NULL DEFAULT date_bin('10 minutes', now(), '2000-01-01 00:00Z'),
  -- The period that was looked at; null for the newest place.
  looked_from     timestamptz,
  looked_to       timestamptz,
  looks           integer     NOT NULL DEFAULT 1,
  last_at         timestamptz NOT NULL DEFAULT now(),
  UNIQUE NULLS NOT DISTINCT (device_id, person_id, viewer_id, impersonated_by, kind, slot)
);
SELECT rasid_tenant_table('person_look', false);
CREATE INDEX person_look_person ON person_look (person_id, id);
CREATE INDEX person_look_company ON person_look (company_id);
