import pg from 'pg';
import { startPrivatePostgres } from '../platform/server/private-postgres.ts';

const dataDir = `.data/e2e-${process.env.E2E_PORT ?? 4100}`;

/** Works with the database of the journeys' server. */
async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const postgres = await startPrivatePostgres({ dataDir, log: { info() {} }, share: true });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await postgres.stop();
  }
}

/** The files attached to the newest mail to an address whose subject contains a text. */
export const attachmentsOf = (recipient: string, subject: string): Promise<{ name: string; bytes: Buffer }[]> =>
  onDatabase(async (client) => {
    const found = await client.query<{ name: string; bytes: Buffer }>(
      `SELECT a.name, coalesce(a.bytes, (SELECT string_agg(p.bytes, '' ORDER BY p.n) FROM stored_file_piece p WHERE p.file_id = a.file_id)) AS bytes
         FROM mail_attachment a WHERE a.attachments = (SELECT attachments FROM mail_outbox
           WHERE recipient = $1 AND position($2 IN subject) > 0 ORDER BY id DESC LIMIT 1) ORDER BY a.n`,
      [recipient, subject],
    );
    return found.rows;
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
