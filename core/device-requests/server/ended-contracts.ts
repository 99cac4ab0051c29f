import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { openStates } from '../common/device-request.ts';
import { publishRequest } from './live-topics.ts';
import { moveRequest, type StoredRequest } from './requests.ts';

/**
 * Cancels the open requests of a customer whose integrator has no running contract with it. Runs as the role that sees all
 * rows.
 */
export async function endRequests(
  { tx, kit, afterCommit }: Emitting,
  { clientId }: { clientId: number },
): Promise<void> {
  const found = await sql<StoredRequest>`
    SELECT t.* FROM device_request t
     WHERE t.state = ANY (${openStates}) AND t.company_id = ${clientId} AND NOT provides_for(t.integrator_id, t.company_id)
     ORDER BY t.id FOR UPDATE`.execute(tx);
  for (const request of found.rows) {
    await moveRequest({ tx, kit, as: ['system'] }, request, 'end');
    afterCommit(() => publishRequest(kit, request));
  }
}
