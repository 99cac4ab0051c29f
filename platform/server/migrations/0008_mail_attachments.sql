-- The name of the sender, and the attachments: one set for all mails that say the same.
ALTER TABLE mail_outbox ADD COLUMN sender text NOT NULL DEFAULT '', ADD COLUMN attachments uuid;
CREATE TABLE mail_attachment (
  attachments uuid    NOT NULL,
  n           integer NOT NULL,
  name        text    NOT NULL,
  media_type  text    NOT NULL,
  -- A stored file, which may be deleted before the mail goes, or bytes of the mail's own.
  file_id     integer REFERENCES stored_file ON DELETE CASCADE,
  bytes       bytea,
  PRIMARY KEY (attachments, n),
  CHECK ((file_id IS NULL) <> (bytes IS NULL))
);
CREATE INDEX mail_attachment_file ON mail_attachment (file_id);
SELECT rasid_system_table('mail_attachment');
GRANT INSERT ON mail_attachment TO rasid_app;
CREATE POLICY adding ON mail_attachment FOR INSERT TO rasid_app WITH CHECK (true);
