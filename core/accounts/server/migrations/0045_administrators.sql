-- The people who administer a company now, for other slices. The caller may not see them.
CREATE FUNCTION company_administrators(integer) RETURNS SETOF integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT id FROM users WHERE company_id = $1 AND role = 'Admin' AND status = 'active'
$$;
REVOKE ALL ON FUNCTION company_administrators(integer) FROM public;
GRANT EXECUTE ON FUNCTION company_administrators(integer) TO rasid_app, rasid_all;
