-- While an account is under attack from many places, unknown browsers sign in with a mailed code besides the password.
ALTER TABLE account_token DROP CONSTRAINT account_token_purpose_check;
ALTER TABLE account_token ADD CHECK (purpose IN ('verify', 'reset', 'phone', 'invite', 'email', 'email-undo', 'sign-in'));
