-- Sending at once is what a person does: as a column it stands in the change log with who did it.
ALTER TABLE notification_schedule ADD COLUMN sent_by_hand_at timestamptz;
