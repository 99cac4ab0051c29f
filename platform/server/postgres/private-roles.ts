import { Client } from 'pg';
import type { PostgresHome } from './postgres-home.ts';
import { superuser } from './postmaster.ts';

const server = 'rasid';
const interim = 'rasid_interim';
const noSuchRole = '28000';
const noSuchDatabase = '3D000';

export const databaseAddress = (home: PostgresHome, database: string, role: string) =>
  `postgres://${role}@localhost:5432/${database}?host=${encodeURIComponent(home.sockets)}`;

/** The SQLSTATE of a refused connection; undefined if it succeeds. */
export async function connectionRefusal(url: string): Promise<string | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return undefined;
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code ?? (/^(timeout expired|Connection terminated)/.test(message) ? 'ETIMEDOUT' : message);
  } finally {
    await client.end();
  }
}

async function as<T>(home: PostgresHome, role: string, database: string, work: (client: Client) => Promise<T>) {
  const client = new Client(databaseAddress(home, database, role));
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/**
 * Creates, as the superuser, a role that owns the database and nothing else, the two roles of row-level security that
 * it may assume, and the database. Each step is idempotent.
 */
export async function prepareRoles(home: PostgresHome): Promise<void> {
  if ((await connectionRefusal(databaseAddress(home, 'postgres', superuser))) === noSuchRole) await freeSuperuser(home);
  await as(home, superuser, 'postgres', async (client) => {
    await client.query(`DROP ROLE IF EXISTS ${interim}`);
    await client.query(`
      DO $$ DECLARE r text; BEGIN
        FOREACH r IN ARRAY ARRAY['${server} LOGIN', 'rasid_app NOLOGIN', 'rasid_all NOLOGIN'] LOOP
          IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = split_part(r, ' ', 1)) THEN EXECUTE 'CREATE ROLE ' || r; END IF;
        END LOOP;
      END $$;
      GRANT rasid_app, rasid_all TO ${server}`);
    if ((await connectionRefusal(databaseAddress(home, server, superuser))) === noSuchDatabase)
      await client.query(`CREATE DATABASE ${server} OWNER ${server}`);
    else await client.query(`ALTER DATABASE ${server} OWNER TO ${server}`);
  });
  await as(home, superuser, server, handOver);
}

/** Clusters of earlier versions belong to the server's role, which cannot stop being a superuser but can be renamed. */
async function freeSuperuser(home: PostgresHome): Promise<void> {
  await as(home, server, 'postgres', async (client) => {
    const existing = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [interim]);
    if (existing.rowCount === 0) await client.query(`CREATE ROLE ${interim} SUPERUSER LOGIN`);
  });
  await as(home, interim, 'postgres', (client) => client.query(`ALTER ROLE ${server} RENAME TO ${superuser}`));
}

/** Transfers everything that the superuser still owns to the server's role, except objects of extensions. */
async function handOver(client: Client): Promise<void> {
  await client.query(`
    DO $$ DECLARE command text; BEGIN
      FOR command IN
        WITH made AS (SELECT classid, objid FROM pg_depend WHERE deptype = 'e'),
             space AS (SELECT oid, nspname, nspowner FROM pg_namespace WHERE nspname !~ '^pg_' AND nspname <> 'information_schema')
        SELECT format('ALTER SCHEMA %I OWNER TO ${server}', nspname) FROM space WHERE nspowner = '${superuser}'::regrole
        UNION ALL
        SELECT format('ALTER %s %s OWNER TO ${server}', CASE relkind WHEN 'S' THEN 'SEQUENCE' WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' ELSE 'TABLE' END, c.oid::regclass)
          FROM pg_class c JOIN space s ON s.oid = c.relnamespace
         WHERE c.relowner = '${superuser}'::regrole AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
           AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype IN ('a', 'i') AND c.relkind = 'S')
           AND NOT EXISTS (SELECT FROM made WHERE classid = 'pg_class'::regclass AND objid = c.oid)
        UNION ALL
        SELECT format('ALTER ROUTINE %s OWNER TO ${server}', p.oid::regprocedure) FROM pg_proc p JOIN space s ON s.oid = p.pronamespace
         WHERE p.proowner = '${superuser}'::regrole AND NOT EXISTS (SELECT FROM made WHERE classid = 'pg_proc'::regclass AND objid = p.oid)
        UNION ALL
        SELECT format('ALTER TYPE %s OWNER TO ${server}', t.oid::regtype) FROM pg_type t JOIN space s ON s.oid = t.typnamespace LEFT JOIN pg_class c ON c.oid = t.typrelid
         WHERE t.typowner = '${superuser}'::regrole AND t.typtype IN ('c', 'd', 'e', 'r') AND coalesce(c.relkind, 'c') = 'c'
           AND NOT EXISTS (SELECT FROM made WHERE classid = 'pg_type'::regclass AND objid = t.oid)
      LOOP EXECUTE command; END LOOP;
    END $$`);
}
