import { sql } from 'kysely';
import type { Tx } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';

/**
 * A company that another one may give something to: a client with a running contract; any company for platform
 * administrators. Refuses with 422. Runs as the role that sees all rows.
 */
export async function clientById(
  tx: Tx,
  { session }: Actor,
  providerId: number,
  clientId: number,
): Promise<{ id: number; name: string }> {
  if (clientId === providerId) throw refuse(422, 'same-company');
  const anybody = session.user.adminType === 'Super Admin';
  const found = await sql<{ id: number; name: string }>`
    SELECT c.id, c.name FROM company c WHERE c.id = ${clientId}
       AND (${anybody} OR EXISTS (SELECT FROM company_client k WHERE k.provider_id = ${providerId} AND k.client_id = c.id))`.execute(
    tx,
  );
  const [company] = found.rows;
  if (!company) throw refuse(422, 'not-a-client');
  return company;
}
