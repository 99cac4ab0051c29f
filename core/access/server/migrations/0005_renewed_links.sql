-- When the secret of a link was drawn anew, because its holder got the link once more.
ALTER TABLE access_credential ADD renewed_at timestamptz;
