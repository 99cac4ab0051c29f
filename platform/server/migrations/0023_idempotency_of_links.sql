-- Keys of people without an account, who call by a signed link. Only the role that sees all rows uses them.
ALTER TABLE idempotency
  DROP CONSTRAINT idempotency_pkey,
  ALTER COLUMN user_id DROP NOT NULL,
  ADD COLUMN link_id integer,
  ADD CONSTRAINT idempotency_caller CHECK (num_nonnulls(user_id, link_id) = 1),
  ADD CONSTRAINT idempotency_key UNIQUE NULLS NOT DISTINCT (user_id, link_id, key);
