-- When a record is next checked for alarms is the system's affair: no change of the record that its history would show.
CREATE OR REPLACE FUNCTION rasid_loggable(row_data jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT row_data - ARRAY['password_hash', 'secret_hash', 'refresh_hash', 'token_hash', 'invitation_hash', 'search', 'sealed', 'busy_until', 'failing_since', 'alarms_due_at']
$$;
