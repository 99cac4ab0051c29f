import pg from 'pg';
import { longTrail } from '../bench/long-trail.ts';
import { currentLease } from './servers/lease.ts';

/** Works with the database of the product of this file. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client((await currentLease()).databaseUrl);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The bytes of a printed document, by its title. A mail does not keep what was attached to it. */
export const printedAs = (title: string): Promise<Buffer | undefined> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    const found = await client.query<{ bytes: Buffer }>(
      `SELECT string_agg(p.bytes, '' ORDER BY p.n) AS bytes FROM print_document d JOIN stored_file_piece p ON p.file_id = d.file_id
        WHERE d.title = $1 AND d.state = 'done' GROUP BY d.id`,
      [title],
    );
    return found.rows[0]?.bytes;
  });

/** Adds a hundred thousand pumps to a person's company, for the one journey that needs them. */
export const addManyAssets = (email: string, count: number): Promise<void> =>
  onDatabase(async (client) => {
    // Without the change log, and as the role that sees all companies.
    await client.query('BEGIN; ALTER TABLE asset DISABLE TRIGGER change_log; SET LOCAL ROLE rasid_all');
    await client.query(
      `INSERT INTO asset (company_id, name, type, code, status, description)
       SELECT u.company_id, 'Pump ' || lpad(n::text, 6, '0'), 'many', 'P-' || lpad(n::text, 6, '0'),
              CASE WHEN n % 1000 = 0 THEN 'in-repair' ELSE 'in-use' END, 'Feeds the tank above it'
       FROM users u, generate_series(1, $2::integer) n WHERE u.email = $1 ON CONFLICT DO NOTHING`,
      [email, count],
    );
    await client.query('RESET ROLE; ALTER TABLE asset ENABLE TRIGGER change_log; COMMIT');
    await client.query('ANALYZE asset');
  });

/**
 * Gives a tracker a month with a number of positions, ending now, on a route that a simplified line must follow
 * closely.
 */
export const addLongTrail = (device: number, count: number): Promise<void> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    await client.query(longTrail, [device, count]);
    await client.query('COMMIT; ANALYZE device_position');
  });

/** Gives the company of a person LessWaste and a number of traps at its first site, with the numbers from 1. Returns the site. */
export const addTraps = (email: string, count: number): Promise<number> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    const found = await client.query<{ company: number; site: number }>(
      `SELECT u.company_id AS company, min(s.id) AS site FROM users u JOIN structure s ON s.company_id = u.company_id
        WHERE u.email = $1 GROUP BY 1`,
      [email],
    );
    const { company, site } = found.rows[0] ?? { company: 0, site: 0 };
    await client.query(`INSERT INTO company_app (company_id, app_id) VALUES ($1, 'rodent') ON CONFLICT DO NOTHING`, [
      company,
    ]);
    await client.query(
      `WITH d AS (INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, state)
                  SELECT $1, 'rodent', 28, 2801, 'Trap ' || n, 'JOURNEY' || n, $2, 'installed' FROM generate_series(1, $3::integer) n RETURNING id)
       INSERT INTO rodent_trap (id, company_id, structure_id, number) SELECT id, $1, $2, row_number() OVER (ORDER BY id) FROM d`,
      [company, site, count],
    );
    await client.query('COMMIT');
    return site;
  });

/** Adds a radar for a parking bay, ready to report: in the stock of the company of a person, or in a bay. */
export const addParkingSensor = (
  email: string,
  {
    serial,
    structureId = null,
    spaceId = null,
  }: { serial: string; structureId?: number | null; spaceId?: number | null },
): Promise<void> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    await client.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, structure_id, space_id, state, has_token, activation_at)
       SELECT company_id, 'sparking', 23, 2302, $2, $2, $3, $4, CASE WHEN $4::integer IS NULL THEN 'inventory' ELSE 'installed' END, true, now() - interval '1 day'
         FROM users WHERE email = $1`,
      [email, serial, structureId, spaceId],
    );
    await client.query('COMMIT');
  });

/** Puts a control panel with a subscription in the stock of the company of a person, which gets one more site. */
export const addPanelToStock = (email: string, { serial, site }: { serial: string; site: string }): Promise<void> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    await client.query(
      `INSERT INTO device (company_id, app, solution_id, hardware_id, name, serial, state, has_token, activation_at)
       SELECT company_id, 'defcon', 21, 2101, $2, $2, 'inventory', true, now() - interval '1 day' FROM users WHERE email = $1`,
      [email, serial],
    );
    await client.query(
      `INSERT INTO structure (company_id, name, country_id)
       SELECT s.company_id, $2, s.country_id FROM structure s JOIN users u ON u.company_id = s.company_id WHERE u.email = $1 ORDER BY s.id LIMIT 1`,
      [email, site],
    );
    await client.query('COMMIT');
  });

/** Adds one more administrator to the company of a person, with the password of the demo. */
export const addColleague = (email: string, colleague: { email: string; firstName: string; lastName: string }) =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    await client.query(
      `INSERT INTO users (company_id, email, first_name, last_name, role, password_hash, email_confirmed)
       SELECT company_id, $2, $3, $4, 'Admin', password_hash, true FROM users WHERE email = $1`,
      [email, colleague.email, colleague.firstName, colleague.lastName],
    );
    await client.query('COMMIT');
  });

/** Gives the company of a person these apps, of which the demo has no records. */
export const holdApps = (email: string, apps: readonly string[]): Promise<void> =>
  onDatabase(async (client) => {
    await client.query('BEGIN; SET LOCAL ROLE rasid_all');
    await client.query(
      `INSERT INTO company_app (company_id, app_id)
       SELECT u.company_id, a FROM users u, unnest($2::text[]) a WHERE u.email = $1 ON CONFLICT DO NOTHING`,
      [email, apps],
    );
    await client.query('COMMIT');
  });
