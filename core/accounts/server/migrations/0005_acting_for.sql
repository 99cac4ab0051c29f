-- Which company somebody came from who did something for another one: that one's people read it although row-level
-- security hides the provider from them.
CREATE FUNCTION acting_for(person integer, client integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT jsonb_build_object('company', own.name, 'client', other.name)
    FROM users u JOIN company own ON own.id = u.company_id JOIN company other ON other.id = client
   WHERE u.id = person AND own.id <> other.id
$$;
REVOKE ALL ON FUNCTION acting_for(integer, integer) FROM public;
GRANT EXECUTE ON FUNCTION acting_for(integer, integer) TO rasid_app, rasid_all;
