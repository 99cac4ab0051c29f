import pg from 'pg';
import { startPrivatePostgres } from '../platform/server/private-postgres.ts';

const dataDir = `.data/e2e-${process.env.E2E_PORT ?? 4100}`;

/** Adds a hundred thousand pumps to a person's company, for the one journey that needs them. */
export async function addManyAssets(email: string, count: number): Promise<void> {
  const postgres = await startPrivatePostgres({ dataDir, log: { info() {} }, share: true });
  const client = new pg.Client(postgres.url);
  await client.connect();
  try {
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
  } finally {
    await client.end();
    await postgres.stop();
  }
}
