-- How long the first reply and the last solution took, in working time of the desk of that moment without pauses, in ms.
-- Null also for what came before these columns.
ALTER TABLE ticket
  ADD COLUMN reply_ms bigint,
  ADD COLUMN solve_ms bigint;
