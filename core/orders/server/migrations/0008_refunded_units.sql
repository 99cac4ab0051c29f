-- A refunded unit is not made any more, or was taken back.
ALTER TABLE deploy_unit DROP CONSTRAINT deploy_unit_state_check;
ALTER TABLE deploy_unit ADD CHECK (state IN ('pending', 'done', 'error', 'replaced', 'refunded'));

-- Pieces of a line whose refund was requested; they are not sent any more.
ALTER TABLE order_line ADD COLUMN refunded_qty integer NOT NULL DEFAULT 0 CHECK (refunded_qty BETWEEN 0 AND qty);
CREATE OR REPLACE FUNCTION rasid_keep_order_line() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF to_jsonb(NEW) - '{shipped_qty,deployed_qty,refunded_qty}'::text[] <> to_jsonb(OLD) - '{shipped_qty,deployed_qty,refunded_qty}'::text[] THEN
    RAISE EXCEPTION 'the line of an order does not change';
  END IF;
  RETURN NEW;
END $$;
