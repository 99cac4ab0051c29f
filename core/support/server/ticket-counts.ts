import { sql } from 'kysely';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import { ticketAccess } from '../common/ticket-access.ts';
import { isOverdue, ticketVisibleTo } from './ticket-sides.ts';

export type CompanyTickets = { companyId: number; open: number; overdue: number };

/** The tickets that the caller sees and that are neither solved nor closed, by customer. */
export async function ticketsByCompany({
  tx,
  actor,
  may,
}: Pick<Context, 'tx' | 'actor' | 'may'>): Promise<CompanyTickets[]> {
  if (!may(ticketAccess('read'))) return [];
  const found = await bypassRls(tx, actor.scope, () =>
    sql<CompanyTickets>`
      SELECT t.company_id, count(*)::integer AS open, count(*) FILTER (WHERE ${isOverdue})::integer AS overdue FROM ticket t
       WHERE t.state IN ('open', 'waiting') AND ${ticketVisibleTo(actor)} GROUP BY 1`.execute(tx),
  );
  return found.rows;
}
