-- Ways of telling that are switched off for one person of a group; `disabled` switches off all of them.
ALTER TABLE notification_group_member ADD COLUMN muted_methods text[] NOT NULL DEFAULT '{}' CHECK (muted_methods <@ ARRAY['email', 'sms']);
