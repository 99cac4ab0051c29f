-- What a journal of all traps is sorted by.
CREATE INDEX rodent_hit_rearmed ON rodent_hit (company_id, rearmed_at, id) WHERE rearmed_at IS NOT NULL;
CREATE INDEX rodent_verdict_given ON rodent_verdict (company_id, at, id) WHERE NOT presumed;
