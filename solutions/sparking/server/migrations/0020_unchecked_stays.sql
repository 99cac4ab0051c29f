-- Bays are locked while their stays and intervals are added, and never deleted: a check of each row would only cost each
-- message time.
ALTER TABLE sparking_stay DROP CONSTRAINT sparking_stay_slot_id_fkey, DROP CONSTRAINT sparking_stay_company_id_fkey;
ALTER TABLE sparking_interval DROP CONSTRAINT sparking_interval_slot_id_fkey, DROP CONSTRAINT sparking_interval_company_id_fkey;
-- Nothing asks for them by group or company.
DROP INDEX sparking_stay_group, sparking_stay_company;
