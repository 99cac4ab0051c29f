-- The kit makes the policies and the history of what two companies have agreed; they see the same as before.
SELECT rasid_shared_rows('company_relation', '{provider_id,client_id}', logged => true);
SELECT rasid_shared_rows('company_request', '{sender_id,destination_id}', logged => true);
DROP FUNCTION log_for_both_companies();
