import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { openStates, requestAccess } from '../common/device-request.ts';
import { requestRows } from './request-sides.ts';

/** The open device requests that the caller sees, by customer. */
export async function requestsByCompany({
  tx,
  actor,
  may,
}: Pick<Context, 'tx' | 'actor' | 'may'>): Promise<{ companyId: number; open: number }[]> {
  if (!may(requestAccess('read'))) return [];
  const found = await bypassRls(tx, actor.scope, () =>
    sql<{ companyId: number; open: number }>`
      SELECT t.company_id, count(*)::integer AS open FROM device_request t
       WHERE t.state = ANY (${openStates}) AND ${requestRows.visibleTo(actor)} GROUP BY 1`.execute(tx),
  );
  return found.rows;
}
