-- Some companies take no bill without the number of a purchase order.
ALTER TABLE order_credit ADD COLUMN po_required boolean NOT NULL DEFAULT false;

-- The reminders of a bill that were sent: days after it was due, negative before.
CREATE TABLE bill_reminder (
  bill_id integer NOT NULL REFERENCES bill,
  days    integer NOT NULL,
  sent_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (bill_id, days)
);
SELECT rasid_system_table('bill_reminder');
