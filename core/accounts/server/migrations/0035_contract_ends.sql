-- When a contract stops running: the end by its date, or the instant at which it was ended or suspended. What depends on
-- it ends then, once; afterwards this is null.
ALTER TABLE company_relation ADD COLUMN ends_at timestamptz;
CREATE FUNCTION contract_ends() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND (NEW.status, NEW.contract_status, NEW.contract_to) IS NOT DISTINCT FROM (OLD.status, OLD.contract_status, OLD.contract_to) THEN
    RETURN NEW;
  END IF;
  IF NEW.status = 'engaged' AND NEW.contract_status = 'Active' THEN
    NEW.ends_at := NEW.contract_to;
  ELSIF TG_OP = 'UPDATE' AND OLD.status = 'engaged' AND OLD.contract_status = 'Active'
    -- One that has ended by its date does not end again.
    AND (OLD.contract_to IS NULL OR OLD.ends_at IS NOT NULL) THEN
    NEW.ends_at := now();
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER contract_ends BEFORE INSERT OR UPDATE OF status, contract_status, contract_to ON company_relation
  FOR EACH ROW EXECUTE FUNCTION contract_ends();
CREATE INDEX company_relation_ends ON company_relation (ends_at) WHERE ends_at IS NOT NULL;
-- The change log keeps what people changed, not this.
ALTER TABLE company_relation DISABLE TRIGGER change_log;
SET LOCAL ROLE rasid_all;
UPDATE company_relation SET ends_at = contract_to WHERE status = 'engaged' AND contract_status = 'Active' AND contract_to IS NOT NULL;
RESET ROLE;
ALTER TABLE company_relation ENABLE TRIGGER change_log;
