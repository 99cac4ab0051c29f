-- An accepted request of which something is allocated or ordered is in progress.
ALTER TABLE device_request DROP CONSTRAINT device_request_state_check,
  ADD CONSTRAINT device_request_state_check CHECK (state IN ('pending', 'accepted', 'in-progress', 'fulfilled', 'rejected', 'cancelled'));
UPDATE device_request r SET state = 'in-progress'
 WHERE state = 'accepted'
   AND (intention_id IS NOT NULL OR EXISTS (SELECT FROM device_request_line l WHERE l.request_id = r.id AND l.allocated > 0));
