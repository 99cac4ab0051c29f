-- The people of the owner who may see an alarm before it is closed; null: all who may read it. Where nobody is named,
-- its administrators see it while it is on the owner's desk, so that somebody acts on it.
ALTER TABLE alarm ADD COLUMN only_for integer[];
CREATE INDEX alarm_confidential ON alarm (company_id) WHERE only_for IS NOT NULL AND closed_at IS NULL;

-- Whether a person of the owner may see an open alarm with these columns.
CREATE FUNCTION alarm_shows(only_for integer[], company integer, desk integer, person integer) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT only_for IS NULL OR coalesce(person = ANY (only_for), false)
      OR (only_for = '{}' AND desk IS NULL AND coalesce(person IN (SELECT company_administrators(company)), false))
$$;
REVOKE ALL ON FUNCTION alarm_shows(integer[], integer, integer, integer) FROM public;
GRANT EXECUTE ON FUNCTION alarm_shows(integer[], integer, integer, integer) TO rasid_app, rasid_all;

-- The open alarms of the caller's companies that the caller must not see. A further company of an alarm sees it.
CREATE FUNCTION hidden_alarms() RETURNS integer[] LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT coalesce(array_agg(a.id), '{}') FROM alarm a
   WHERE a.only_for IS NOT NULL AND a.closed_at IS NULL AND a.company_id = ANY (rasid_companies())
     AND NOT alarm_shows(a.only_for, a.company_id, a.desk_company_id, rasid_user())
     AND NOT EXISTS (SELECT FROM alarm_party p WHERE p.alarm_id = a.id AND p.until_at IS NULL AND p.company_id = ANY (rasid_companies()))
$$;
REVOKE ALL ON FUNCTION hidden_alarms() FROM public;
GRANT EXECUTE ON FUNCTION hidden_alarms() TO rasid_app, rasid_all;

SELECT rasid_shared_rows('alarm', parties => 'alarm_party', link => 'alarm_id', visible => 'id <> ALL ((SELECT hidden_alarms())::integer[])');
SELECT rasid_shared_rows('alarm_event', parties => 'alarm_party', link => 'alarm_id', key => 'alarm_id',
  visible => '(NOT internal OR coalesce(by_company, company_id) = ANY ((SELECT rasid_companies())::integer[])) AND alarm_id <> ALL ((SELECT hidden_alarms())::integer[])');
