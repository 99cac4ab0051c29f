-- The name that stands beside what somebody did. A provider's people act on their clients' records, whose own people
-- must read who it was although row-level security hides other companies' people.
CREATE FUNCTION person_name(person integer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT first_name || ' ' || last_name FROM users WHERE id = person
$$;
REVOKE ALL ON FUNCTION person_name(integer) FROM public;
GRANT EXECUTE ON FUNCTION person_name(integer) TO rasid_app, rasid_all;
