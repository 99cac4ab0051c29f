-- A rule names a schedule of its company, or has hours of its own in the form that schedules have.
ALTER TABLE alarm_rule ADD COLUMN schedule_id integer;
ALTER TABLE alarm_rule ADD FOREIGN KEY (schedule_id, company_id) REFERENCES schedule (id, company_id);
ALTER TABLE alarm_rule ADD CONSTRAINT alarm_rule_one_schedule CHECK (schedule_id IS NULL OR schedule IS NULL);
CREATE INDEX alarm_rule_schedule ON alarm_rule (schedule_id) WHERE schedule_id IS NOT NULL;

-- Hours were {days (0 is Sunday), from, to, timeZone}; a "to" that was not later than "from" was on the next day. A
-- period ends at 23:59 for the end of the day, and what began in that last minute begins a minute earlier.
SET LOCAL ROLE rasid_all;
WITH old AS (
  SELECT id, schedule ->> 'from' AS "from", schedule ->> 'to' AS "to", schedule ->> 'to' <= schedule ->> 'from' AS overnight,
         ARRAY(SELECT value::integer FROM jsonb_array_elements_text(schedule -> 'days')) AS days
    FROM alarm_rule WHERE schedule IS NOT NULL),
period AS (
  SELECT old.id, day, least("from", '23:58') AS start, CASE WHEN overnight THEN '23:59' ELSE "to" END AS "end" FROM old, unnest(days) AS day
   UNION
  SELECT old.id, (day + 1) % 7, '00:00', "to" FROM old, unnest(days) AS day WHERE overnight AND "to" > '00:00'),
week AS (
  SELECT old.id, jsonb_agg(jsonb_build_object('name', d.name, 'periods', coalesce(
           (SELECT jsonb_agg(jsonb_build_object('start', p.start, 'end', p."end") ORDER BY p.start) FROM period p WHERE p.id = old.id AND p.day = (d.place + 5) % 7), '[]')) ORDER BY d.place) AS days
    FROM old, unnest(ARRAY['Saturday', 'Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) WITH ORDINALITY AS d (name, place)
   GROUP BY old.id)
UPDATE alarm_rule r
   SET schedule = jsonb_build_object('timeZone', r.schedule ->> 'timeZone', 'week', week.days, 'seasons', '[]'::jsonb, 'holidays', '[]'::jsonb)
  FROM week WHERE week.id = r.id;
RESET ROLE;
