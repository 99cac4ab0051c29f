-- The structures of the client that a contract is about; NULL: all of them. A contract that is about some names what its
-- provider may do there.
ALTER TABLE company_relation
  ADD COLUMN contract_resources integer[],
  ADD CHECK (contract_resources IS NULL OR contract_abilities IS NOT NULL);
ALTER TABLE company_request ADD COLUMN contract_resources integer[];
CREATE OR REPLACE VIEW company_client WITH (security_invoker = true) AS
  SELECT provider_id, client_id, contract_abilities, contract_resources
  FROM company_relation
  WHERE status = 'engaged' AND contract_status = 'Active'
    AND (contract_from IS NULL OR contract_from <= now()) AND (contract_to IS NULL OR contract_to > now());
