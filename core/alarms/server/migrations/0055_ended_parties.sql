-- What was shown of an alarm that was still open when the company ceased to be a party. A company must not learn what
-- happens after its end. Closed alarms do not change any more.
ALTER TABLE alarm_party ADD COLUMN as_of jsonb, ADD CHECK (as_of IS NULL OR until_at IS NOT NULL);
COMMENT ON COLUMN alarm_party.as_of IS '{severity, condition, disposition, escalatedTo, count, lastAt, clearedAt, deskRole}';

-- Of parties that have ended before, as far as it is still known.
UPDATE alarm_party p
   SET as_of = jsonb_build_object(
         'severity', a.severity, 'condition', CASE WHEN a.cleared_at <= p.until_at THEN 'cleared' ELSE 'active' END, 'disposition', 'open',
         'escalatedTo', NULL, 'count', a.count, 'lastAt', least(a.last_at, p.until_at),
         'clearedAt', CASE WHEN a.cleared_at <= p.until_at THEN a.cleared_at END, 'deskRole', NULL)
  FROM alarm a WHERE a.id = p.alarm_id AND p.until_at IS NOT NULL AND (a.closed_at IS NULL OR a.closed_at > p.until_at);
