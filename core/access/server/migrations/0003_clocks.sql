-- How far the clock of a lock is ahead, in seconds, when it told so last, and whether the platform is still to set it.
CREATE TABLE access_clock (
  device_id      integer PRIMARY KEY REFERENCES device ON DELETE CASCADE,
  company_id     integer     NOT NULL REFERENCES company,
  offset_seconds integer     NOT NULL,
  told_at        timestamptz NOT NULL,
  due            boolean     NOT NULL
);
SELECT rasid_tenant_table('access_clock', false);
CREATE INDEX access_clock_due ON access_clock (device_id) WHERE due;
