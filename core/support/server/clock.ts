import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import { type DueWork, dueWork } from '#platform/server/due.ts';
import { systemScope } from '#platform/server/postgres/database.ts';
import { writeStep } from '#platform/server/records/lifecycle.ts';
import { solvedDays } from '../common/ticket.ts';
import { moveToPlatform } from './desks.ts';
import { publishTicket } from './live-topics.ts';
import { serviceLevelOf } from './service-levels.ts';
import { answerers, mailAboutTicket, mailDesk } from './ticket-mails.ts';
import { dueColumns, moveTicket, type TicketRow } from './ticket-steps.ts';
import { mailUnread } from './unread-mails.ts';

const daySeconds = 86_400;

/** The deadlines of tickets. */
export const ticketDues: readonly DueWork[] = [
  dueWork('ticket deadlines', { table: 'ticket', at: 'due_at' }, takeDueStep),
  dueWork(
    'solved tickets',
    { table: 'ticket', at: 'solved_at', afterSeconds: solvedDays * daySeconds, where: sql`state = 'solved'` },
    closeSolved,
  ),
  dueWork('unread ticket messages', { table: 'ticket', at: 'mail_at' }, mailUnread),
];

/** Warns the assignee, notifies the desk, or escalates. */
async function takeDueStep({ tx, kit, afterCommit }: Emitting, ticket: TicketRow): Promise<void> {
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
}

async function closeSolved({ tx, kit, afterCommit }: Emitting, ticket: TicketRow): Promise<void> {
  await moveTicket(tx, systemScope, ticket, 'close', { as: ['system'] });
  afterCommit(() => publishTicket({ kit }, ticket));
}
