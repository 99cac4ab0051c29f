import { sql } from 'kysely';
import { activeStaff } from '#core/accounts/server/api.ts';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { bypassRls, type Scope, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { writeStep } from '#platform/server/records/lifecycle.ts';
import { publishTicket } from './live-topics.ts';
import { mailDesk } from './ticket-mails.ts';
import type { TicketCompanies } from './ticket-sides.ts';
import type { TicketRow } from './ticket-steps.ts';

/** The people of the desk of a ticket who may be assigned. */
export const deskPeople = (tx: Tx, scope: Scope, { deskId }: TicketCompanies) =>
  bypassRls(tx, scope, () => activeStaff(tx, deskId));

/**
 * Gives the desk of a locked ticket to the platform. An integrator that escalates can still read and write; one whose
 * contract has ended cannot.
 */
export async function moveToPlatform(
  tx: Tx,
  kit: Kit,
  scope: Scope,
  ticket: TicketRow,
  step: 'escalate' | 'contract-ended',
): Promise<void> {
  Object.assign(ticket, { helperId: step === 'escalate' ? ticket.deskId : null, deskId: null, assigneeId: null });
  await tx
    .updateTable('ticket')
    .set({ deskId: null, helperId: ticket.helperId, assigneeId: null })
    .where('id', '=', ticket.id)
    .execute();
  await writeStep(tx, 'ticket', ticket.id, step);
  // The end of a contract may move hundreds of tickets.
  if (step === 'escalate') await bypassRls(tx, scope, () => mailDesk(tx, kit, ticket, 'escalated'));
}

/**
 * Moves the tickets of a customer whose integrator has no running contract with it to the platform. Runs as the role that
 * sees all rows.
 */
export async function leaveEndedDesks(
  { tx, kit, afterCommit }: Emitting,
  { clientId }: { clientId: number },
): Promise<void> {
  const found = await sql<TicketRow>`
    SELECT t.* FROM ticket t
     WHERE t.state <> 'closed' AND coalesce(t.desk_id, t.helper_id) IS NOT NULL AND t.company_id = ${clientId}
       AND NOT provides_for(coalesce(t.desk_id, t.helper_id), t.company_id) ORDER BY t.id FOR UPDATE`.execute(tx);
  for (const ticket of found.rows) {
    const before = { ...ticket };
    await moveToPlatform(tx, kit, systemScope, ticket, 'contract-ended');
    afterCommit(() => publishTicket({ kit }, { ...ticket, helperId: before.deskId ?? before.helperId }));
  }
}
