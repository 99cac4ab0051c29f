-- What the policies and statements of other slices ask about the person of the transaction and about contracts.
CREATE FUNCTION own_company() RETURNS integer LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT company_id FROM users WHERE id = rasid_user()
$$;
CREATE FUNCTION is_super_admin() RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT FROM users WHERE id = rasid_user() AND admin_type = 'Super Admin')
$$;
CREATE FUNCTION provides_for(provider integer, client integer) RETURNS boolean LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT EXISTS (SELECT FROM company_client WHERE provider_id = provider AND client_id = client)
$$;
CREATE FUNCTION company_called(company integer) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT name FROM company WHERE id = company_called.company
$$;
REVOKE ALL ON FUNCTION own_company(), is_super_admin(), provides_for(integer, integer), company_called(integer) FROM public;
GRANT EXECUTE ON FUNCTION own_company(), is_super_admin(), provides_for(integer, integer), company_called(integer) TO rasid_app, rasid_all;
