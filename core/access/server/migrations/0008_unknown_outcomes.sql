-- An order that was sent and never answered: nobody knows whether the lock opened.
ALTER TABLE access_opening DROP CONSTRAINT access_opening_outcome_check, ADD CHECK (outcome IN ('opened', 'failed', 'unknown'));
ALTER TABLE lock_log DROP CONSTRAINT lock_log_result_check, ADD CHECK (result IN ('granted', 'denied', 'unknown'));
