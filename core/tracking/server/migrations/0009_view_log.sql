-- Views of the positions of people are in the log of all views: what was one line with a count is as many lines.
SET LOCAL ROLE rasid_all;
INSERT INTO view_log (company_id, created_at, user_id, impersonated_by, app_id, kind, subject_type, subject_id, through_type, through_id, viewed_from, viewed_to)
SELECT l.company_id, CASE n WHEN 1 THEN l.created_at ELSE l.last_at END, l.viewer_id, l.impersonated_by, 'tracking', l.kind,
       'users', l.person_id, 'device', l.device_id, l.looked_from, l.looked_to
  FROM person_look l CROSS JOIN LATERAL generate_series(1, CASE l.kind WHEN 'place' THEN 1 ELSE l.looks END) n ORDER BY l.id, n;
RESET ROLE;
DROP TABLE person_look;
