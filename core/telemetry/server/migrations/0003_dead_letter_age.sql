CREATE INDEX dead_letter_age ON dead_letter (received_at);
