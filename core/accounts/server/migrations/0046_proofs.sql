-- When the person of a session last proved who they are: at sign-in, or when they were asked since. NULL for a session that
-- somebody else has opened in their name.
ALTER TABLE session ADD COLUMN proved_at timestamptz;
