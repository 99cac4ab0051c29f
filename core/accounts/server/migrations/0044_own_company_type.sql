-- The kind of the company of the person who asks, for policies of rows that all companies of a kind see.
CREATE FUNCTION own_company_type() RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public AS $$
  SELECT type FROM company WHERE id = own_company() AND status = 'Active'
$$;
REVOKE ALL ON FUNCTION own_company_type() FROM public;
GRANT EXECUTE ON FUNCTION own_company_type() TO rasid_app, rasid_all;
