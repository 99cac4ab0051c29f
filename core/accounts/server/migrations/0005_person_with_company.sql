-- Who did something, with the company they work for: a provider's people act for its clients, whose own people may not
-- read the provider's.
CREATE FUNCTION person_with_company(person integer) RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT jsonb_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name, 'company', c.name)
    FROM users u LEFT JOIN company c ON c.id = u.company_id WHERE u.id = person
$$;
REVOKE ALL ON FUNCTION person_with_company(integer) FROM public;
GRANT EXECUTE ON FUNCTION person_with_company(integer) TO rasid_app, rasid_all;
