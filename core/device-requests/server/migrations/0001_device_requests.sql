-- What a customer asks its integrator to supply. The integrator allocates from its stock.
CREATE TABLE device_request (
  id            integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  uuid          uuid    NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  company_id    integer NOT NULL REFERENCES company,
  integrator_id integer NOT NULL REFERENCES company,
  -- The request between the two companies, which follows this one.
  request_id    integer NOT NULL UNIQUE REFERENCES company_request,
  state         text    NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'accepted', 'fulfilled', 'rejected', 'cancelled')),
  note          text    NOT NULL DEFAULT '',
  needed_by     date,
  structure_id  integer REFERENCES structure ON DELETE SET NULL,
  reason        text,
  sent_by       integer DEFAULT rasid_user() REFERENCES users,
  assignee_id   integer REFERENCES users,
  -- The order request by which the integrator buys what is missing.
  intention_id  integer REFERENCES order_intention,
  created_at    timestamptz NOT NULL DEFAULT now(),
  CHECK (company_id <> integrator_id)
);
CREATE INDEX device_request_customer ON device_request (company_id, id);
CREATE INDEX device_request_integrator ON device_request (integrator_id, state, id);
CREATE INDEX device_request_structure ON device_request (structure_id) WHERE structure_id IS NOT NULL;
CREATE INDEX device_request_intention ON device_request (intention_id) WHERE intention_id IS NOT NULL;

-- Two companies see a request. The integrator does so while it has a running contract with the customer.
ALTER TABLE device_request ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_request FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON device_request TO rasid_app USING (
  company_id = ANY ((SELECT rasid_companies())::integer[])
  OR ((SELECT own_company()) = integrator_id AND provides_for((SELECT own_company()), company_id))
);
CREATE POLICY everything ON device_request TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE ON device_request TO rasid_app, rasid_all;
SELECT rasid_steps('device_request');

CREATE TABLE device_request_line (
  request_id integer NOT NULL REFERENCES device_request ON DELETE CASCADE,
  product_id integer NOT NULL REFERENCES market_product,
  position   integer NOT NULL,
  qty        integer NOT NULL CHECK (qty BETWEEN 1 AND 9999),
  allocated  integer NOT NULL DEFAULT 0 CHECK (allocated BETWEEN 0 AND qty),
  PRIMARY KEY (request_id, product_id)
);
CREATE INDEX device_request_line_product ON device_request_line (product_id);
ALTER TABLE device_request_line ENABLE ROW LEVEL SECURITY;
ALTER TABLE device_request_line FORCE ROW LEVEL SECURITY;
CREATE POLICY tenant ON device_request_line TO rasid_app USING (EXISTS (SELECT FROM device_request r WHERE r.id = request_id));
CREATE POLICY everything ON device_request_line TO rasid_all USING (true);
GRANT SELECT, INSERT, UPDATE ON device_request_line TO rasid_app, rasid_all;
