import { sql } from 'kysely';
import { type Emitting, emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope } from '#platform/server/postgres/database.ts';
import { writeStep } from '#platform/server/records/lifecycle.ts';
import { solvedDays } from '../common/ticket.ts';
import { leaveEndedDesks, moveToPlatform } from './desks.ts';
import { publishTicket } from './live-topics.ts';
import { serviceLevelOf } from './service-levels.ts';
import { answerers, mailAboutTicket, mailDesk } from './ticket-mails.ts';
import { dueColumns, moveTicket, type TicketRow } from './ticket-steps.ts';
import { mailUnread } from './unread-mails.ts';

/** Deadlines of tickets: each is handled once for any number of workers, each ticket in a separate transaction. */
export async function runTicketClock(kit: Kit): Promise<void> {
  await emittingAsSystem(kit, kit.db, (context) => leaveEndedDesks(context));
  for (let more = true; more; ) more = await emittingAsSystem(kit, kit.db, takeDueStep);
  for (let more = true; more; ) more = await emittingAsSystem(kit, kit.db, closeSolved);
  for (let more = true; more; ) more = await inSystem(kit.db, (tx) => mailUnread(tx, kit));
}

/** Warns the assignee, notifies the desk, or escalates. Returns false if nothing is due. */
async function takeDueStep({ tx, kit, afterCommit }: Emitting): Promise<boolean> {
  const found = await sql<TicketRow>`
    SELECT * FROM ticket WHERE due_at <= now() ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  const [ticket] = found.rows;
  if (!ticket) return false;
  const before = { ...ticket };
  if (ticket.dueStep === 0) await mailAboutTicket(tx, kit, ticket, 'dueSoon', await answerers(tx, ticket));
  if (ticket.dueStep === 1) {
    await writeStep(tx, 'ticket', ticket.id, 'overdue');
    await mailDesk(tx, kit, ticket, 'overdue');
  }
  if (ticket.dueStep === 2 && ticket.deskId !== null) await moveToPlatform(tx, kit, systemScope, ticket, 'escalate');
  ticket.dueStep += 1;
  const { due_at } = dueColumns(await serviceLevelOf(tx, systemScope, before.deskId), ticket);
  await tx.updateTable('ticket').set({ dueStep: ticket.dueStep, dueAt: due_at }).where('id', '=', ticket.id).execute();
  afterCommit(() => publishTicket({ kit }, { ...ticket, helperId: ticket.helperId ?? before.deskId }));
  return true;
}

async function closeSolved({ tx, kit, afterCommit }: Emitting): Promise<boolean> {
  const found = await sql<TicketRow>`
    SELECT * FROM ticket WHERE state = 'solved' AND solved_at <= now() - ${solvedDays} * interval '1 day'
     ORDER BY solved_at LIMIT 1 FOR UPDATE SKIP LOCKED`.execute(tx);
  const [ticket] = found.rows;
  if (!ticket) return false;
  await moveTicket(tx, systemScope, ticket, 'close', { as: ['system'] });
  afterCommit(() => publishTicket({ kit }, ticket));
  return true;
}
