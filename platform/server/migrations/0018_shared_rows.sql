-- The tables whose rows several companies see, and by what. The program does not read it; tests do.
CREATE TABLE rasid_shared_row (
  table_name text   PRIMARY KEY,
  owners     text[] NOT NULL DEFAULT '{}', -- columns of companies whose people see the row, and those who act for them
  sides      text[] NOT NULL DEFAULT '{}', -- columns of companies that see it only for themselves, while their relation runs
  parties    text,                         -- the table of the further companies of a row
  part_of    text                          -- the table whose rows decide who sees these
);

CREATE FUNCTION rasid_name_of(relation regclass) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT relname::text FROM pg_class WHERE oid = relation
$$;

-- Replaces the policy of the companies of a table. The first call also secures the table and grants access to it.
CREATE FUNCTION rasid_tenant_policy(relation regclass, seen text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', relation);
  EXECUTE format('DROP POLICY IF EXISTS tenant ON %s', relation);
  EXECUTE format('CREATE POLICY tenant ON %s TO rasid_app USING (%s)', relation, seen);
  IF NOT EXISTS (SELECT FROM pg_policy WHERE polrelid = relation AND polname = 'everything') THEN
    EXECUTE format('CREATE POLICY everything ON %s TO rasid_all USING (true)', relation);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE ON %s TO rasid_app', relation);
    EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO rasid_all', relation);
  END IF;
END $$;

-- Creates an index that begins with the column, unless there is one that has all rows which a policy looks for.
CREATE FUNCTION rasid_index_from(relation regclass, field text, further text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
                  WHERE i.indrelid = relation AND a.attname = field
                    AND coalesce(pg_get_expr(i.indpred, i.indrelid), 'reads') IN ('reads', format('(%I IS NOT NULL)', field))) THEN
    EXECUTE format('CREATE INDEX ON %s (%s)', relation, concat_ws(', ', quote_ident(field), quote_ident(further)));
  END IF;
END $$;

-- Logs a change in the history of each company that the columns in the arguments name.
CREATE FUNCTION rasid_log_shared() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  old_row jsonb := CASE WHEN TG_OP = 'INSERT' THEN NULL ELSE rasid_loggable(to_jsonb(OLD)) END;
  new_row jsonb := CASE WHEN TG_OP = 'DELETE' THEN NULL ELSE rasid_loggable(to_jsonb(NEW)) END;
  whole jsonb := coalesce(new_row, old_row);
BEGIN
  IF TG_OP = 'UPDATE' AND old_row = new_row THEN RETURN NULL; END IF;
  INSERT INTO change_log (user_id, company_id, table_name, row_id, action, before, after)
  SELECT rasid_user(), (whole ->> field)::integer, TG_TABLE_NAME, coalesce(whole ->> 'id', ''), lower(TG_OP), old_row, new_row
    FROM unnest(TG_ARGV) WITH ORDINALITY AS f (field, n) WHERE whole ->> field IS NOT NULL ORDER BY n;
  RETURN NULL;
END $$;

-- The rows of a table that several companies see: policy, indexes, the audience of live events, history if they are logged,
-- and the entry in the catalogue. `owners` are the columns of the companies whose people, and those who act for them, see the
-- row. Further companies see it for themselves: those in the columns `sides` while `running(side, first owner)` holds, where
-- `own()` is the company of the caller, and those of the table `parties`, whose columns are `company_id`, `reads` (whether the
-- party sees the row now) and `link`, which names the row by its column `key`. `visible` is a further condition for all of them.
-- The policy reads the parties under theirs, which therefore must not read the rows: give parties the company of the row.
CREATE FUNCTION rasid_shared_rows(
  relation regclass,
  owners   text[]   DEFAULT '{company_id}',
  sides    text[]   DEFAULT '{}',
  own      regproc  DEFAULT NULL,
  running  regproc  DEFAULT NULL,
  parties  regclass DEFAULT NULL,
  link     text     DEFAULT NULL,
  key      text     DEFAULT 'id',
  visible  text     DEFAULT NULL,
  logged   boolean  DEFAULT false
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  mine     text := '(SELECT rasid_companies())::integer[]';
  seen     text;
  audience text;
  field    text;
BEGIN
  IF (sides <> '{}') <> (own IS NOT NULL AND running IS NOT NULL) THEN
    RAISE 'the sides of % need the functions own() and running(side, owner)', relation;
  END IF;
  IF (parties IS NULL) <> (link IS NULL) THEN
    RAISE 'the parties of % need the column that names the row', relation;
  END IF;

  SELECT string_agg(format('%I = ANY (%s)', o, mine), ' OR '), string_agg(format('r.%I', o), ', ')
    INTO seen, audience FROM unnest(owners) o;
  IF sides <> '{}' THEN
    seen := seen || format(' OR ((SELECT %1$s()) IN (%2$s) AND %3$s((SELECT %1$s()), %4$I))',
      own, (SELECT string_agg(quote_ident(s), ', ') FROM unnest(sides) s), running, owners[1]);
    audience := audience || (SELECT string_agg(format(', CASE WHEN %1$s(r.%2$I, r.%3$I) THEN r.%2$I END', running, s, owners[1]), '')
                               FROM unnest(sides) s);
  END IF;
  audience := format('ARRAY[%s]', audience);
  IF parties IS NOT NULL THEN
    seen := seen || format(' OR EXISTS (SELECT FROM %s p WHERE p.%I = %s.%I AND p.company_id = ANY (%s) AND p.reads)', parties, link, relation, key, mine);
    audience := audience || format(' || ARRAY(SELECT p.company_id FROM %s p WHERE p.%I = r.%I AND p.reads ORDER BY 1)', parties, link, key);
    PERFORM rasid_index_from(parties, link, 'company_id');
    PERFORM rasid_index_from(parties, 'company_id', link);
  END IF;
  PERFORM rasid_tenant_policy(relation, CASE WHEN visible IS NULL THEN seen ELSE format('(%s) AND (%s)', seen, visible) END);
  FOREACH field IN ARRAY owners || sides LOOP
    PERFORM rasid_index_from(relation, field);
  END LOOP;

  -- The companies that see a row now.
  EXECUTE format('CREATE OR REPLACE FUNCTION %I(r %s) RETURNS integer[] LANGUAGE sql STABLE AS $f$ SELECT array_remove(%s, NULL) $f$',
    rasid_name_of(relation) || '_audience', relation, audience);

  IF logged THEN
    EXECUTE format('CREATE OR REPLACE TRIGGER change_log AFTER INSERT OR UPDATE OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION rasid_log_shared(%s)',
      relation, (SELECT string_agg(quote_literal(o), ', ') FROM unnest(owners) o));
  END IF;
  INSERT INTO rasid_shared_row (table_name, owners, sides, parties) VALUES (rasid_name_of(relation), owners, sides, rasid_name_of(parties))
  ON CONFLICT (table_name) DO UPDATE SET owners = excluded.owners, sides = excluded.sides, parties = excluded.parties;
END $$;

-- The parts of such rows. A person sees a part who sees its row: `o` of the table `owner`, found by the condition `link`.
CREATE FUNCTION rasid_shared_part(relation regclass, owner regclass, link text, visible text DEFAULT NULL) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM rasid_tenant_policy(relation, format('EXISTS (SELECT FROM %s o WHERE %s)', owner, concat_ws(' AND ', link, '(' || visible || ')')));
  INSERT INTO rasid_shared_row (table_name, part_of) VALUES (rasid_name_of(relation), rasid_name_of(owner))
  ON CONFLICT (table_name) DO UPDATE SET part_of = excluded.part_of;
END $$;
