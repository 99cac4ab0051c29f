-- The devices that the bought subscriptions of a line are for.
ALTER TABLE order_line ADD COLUMN target_ids integer[] NOT NULL DEFAULT '{}';
