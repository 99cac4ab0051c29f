-- A subscription may be sold for several solutions of its app; an empty list fits all of them. Changing the type rewrites
-- the rows without a line in their histories.
ALTER TABLE device_token ALTER COLUMN solution_id TYPE integer[]
  USING CASE WHEN solution_id IS NULL THEN '{}'::integer[] ELSE ARRAY[solution_id] END;
ALTER TABLE device_token RENAME COLUMN solution_id TO solution_ids;
ALTER TABLE device_token ALTER COLUMN solution_ids SET DEFAULT '{}', ALTER COLUMN solution_ids SET NOT NULL;
