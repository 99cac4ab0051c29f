-- The order that a ticket is about, with its number of that moment; the slice of orders vouches for both.
ALTER TABLE ticket
  ADD COLUMN order_id integer,
  ADD COLUMN order_number text,
  ADD CHECK ((order_id IS NULL) = (order_number IS NULL));
CREATE INDEX ticket_order ON ticket (company_id, order_id) WHERE order_id IS NOT NULL;
