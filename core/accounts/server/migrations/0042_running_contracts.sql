-- Whether two companies may share something new: unless they had a contract and none runs now, in either direction. A
-- contract that runs does not end before the transaction has, so that its end finds what the transaction has shared.
CREATE FUNCTION lock_running_contract(one integer, other integer) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  relation record;
  had_contract boolean := false;
BEGIN
  FOR relation IN
    SELECT r.status = 'engaged' AND r.contract_status = 'Active'
           AND (r.contract_from IS NULL OR r.contract_from <= now()) AND (r.contract_to IS NULL OR r.contract_to > now()) AS runs
      FROM company_relation r
     WHERE r.status IN ('engaged', 'disengaged') AND (r.provider_id, r.client_id) IN ((one, other), (other, one))
     ORDER BY r.id FOR SHARE
  LOOP
    IF relation.runs THEN
      RETURN true;
    END IF;
    had_contract := true;
  END LOOP;
  RETURN NOT had_contract;
END $$;
