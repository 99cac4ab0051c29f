-- The device names an addendum, so that one that is sent again is the same.
ALTER TABLE rodent_addendum ADD client_id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE rodent_addendum ALTER client_id DROP DEFAULT, ADD UNIQUE (company_id, client_id);
