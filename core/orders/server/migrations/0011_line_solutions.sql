-- The solutions that a subscription was sold for; an empty list means all solutions of its app. Lines of orders never
-- change, so a change of type fills the column of those that were placed before.
ALTER TABLE order_line ADD COLUMN solution_ids integer[] NOT NULL DEFAULT '{}';
ALTER TABLE order_line ALTER COLUMN solution_ids TYPE integer[]
  USING CASE WHEN kind = 'tokenPackage' AND solution_id IS NOT NULL THEN ARRAY[solution_id] ELSE '{}'::integer[] END;
