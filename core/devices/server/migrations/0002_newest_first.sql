-- The list that a page opens with: all solutions, newest first. Without it the planner walks the table's primary key
-- backwards, which is as long as the whole platform for a company whose devices are its oldest.
CREATE INDEX device_newest ON device (company_id, app, id);
