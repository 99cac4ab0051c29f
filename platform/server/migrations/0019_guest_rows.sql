-- The company whose guest the person of the transaction is; null for everybody else.
CREATE FUNCTION rasid_guest_company() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE AS $$
  SELECT nullif(current_setting('rasid.guest_of', true), '')::integer
$$;

-- The rows of a table of companies' records that a guest sees: those whose `owner` is the guest. With `writes` a guest also
-- adds and changes them. A guest sees no rows of a table without this declaration.
CREATE FUNCTION rasid_guest_rows(relation regclass, owner text, writes boolean DEFAULT false) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  own text := format('company_id = (SELECT rasid_guest_company()) AND %I = (SELECT rasid_user())', owner);
BEGIN
  EXECUTE format('CREATE POLICY guest ON %s FOR SELECT TO rasid_app USING (%s)', relation, own);
  IF writes THEN
    EXECUTE format('CREATE POLICY guest_adds ON %s FOR INSERT TO rasid_app WITH CHECK (%s)', relation, own);
    EXECUTE format('CREATE POLICY guest_changes ON %s FOR UPDATE TO rasid_app USING (%s)', relation, own);
  END IF;
END $$;
