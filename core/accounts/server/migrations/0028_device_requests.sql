-- A request for devices that a record of another slice decides: nobody takes a step of the request itself, and a company
-- may have several that wait.
ALTER TABLE company_request ADD COLUMN decided_elsewhere boolean NOT NULL DEFAULT false;
DROP INDEX company_request_pending;
CREATE UNIQUE INDEX company_request_pending ON company_request (sender_id, destination_id, type)
  WHERE status = 'pending' AND NOT decided_elsewhere;
