-- When what a document says was read: later facts are not in it.
ALTER TABLE rodent_document ADD read_at timestamptz;
UPDATE rodent_document SET read_at = created_at;
ALTER TABLE rodent_document ALTER read_at SET NOT NULL, ALTER read_at SET DEFAULT now();
-- The verdicts that visits have given.
CREATE INDEX rodent_verdict_visit ON rodent_verdict (visit_id) WHERE visit_id IS NOT NULL;
