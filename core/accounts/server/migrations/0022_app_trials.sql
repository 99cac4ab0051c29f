-- A company tries an app once: subscriptions for a number of devices, which all end with the trial.
CREATE TABLE app_trial (
  company_id integer     NOT NULL REFERENCES company,
  app_id     text        NOT NULL,
  started_by integer     REFERENCES users,
  expires_at timestamptz NOT NULL,
  devices    integer     NOT NULL CHECK (devices > 0),
  used       integer     NOT NULL DEFAULT 0 CHECK (used BETWEEN 0 AND devices),
  PRIMARY KEY (company_id, app_id)
);
SELECT rasid_tenant_table('app_trial');

-- The apps that companies have asked the administrators of the platform for.
CREATE TABLE app_request (
  company_id   integer NOT NULL REFERENCES company,
  app_id       text    NOT NULL,
  requested_by integer REFERENCES users,
  PRIMARY KEY (company_id, app_id)
);
SELECT rasid_tenant_table('app_request');
