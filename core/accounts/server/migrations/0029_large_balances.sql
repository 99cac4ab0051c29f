-- A large buyer has more than 2,147,483,647 messages: an order that was paid must never be stopped by that.
ALTER TABLE com_package ALTER COLUMN total TYPE bigint, ALTER COLUMN remaining TYPE bigint;
