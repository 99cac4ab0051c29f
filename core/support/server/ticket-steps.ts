import { sql } from 'kysely';
import { openTimeBetween } from '#platform/common/time/week-schedule.ts';
import type { Scope, Tx } from '#platform/server/postgres/database.ts';
import { lockRecord, takeStep } from '#platform/server/records/lifecycle.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor } from '#platform/server/serve.ts';
import { duesOf, type ServiceLevel } from '../common/service-level.ts';
import { type TicketPriority, type TicketState, type TicketStep, ticketLifecycle } from '../common/ticket.ts';
import { serviceLevelOf } from './service-levels.ts';
import { type TicketCompanies, ticketVisibleTo } from './ticket-sides.ts';

/** The row of a ticket. */
export type TicketRow = TicketCompanies & {
  id: number;
  subject: string;
  state: TicketState;
  priority: TicketPriority;
  openedBy: number;
  assigneeId: number | null;
  createdAt: string;
  firstReplyAt: string | null;
  pausedAt: string | null;
  pausedMs: number;
  dueStep: number;
};

/** Reads the row of a ticket. Refuses as if it did not exist if the caller may not see it. */
export async function readTicket(tx: Tx, actor: Actor, id: number): Promise<TicketRow> {
  const found = await sql<TicketRow>`SELECT t.* FROM ticket t WHERE t.id = ${id} AND ${ticketVisibleTo(actor)}`.execute(
    tx,
  );
  const [ticket] = found.rows;
  if (!ticket) throw refuse(404, 'not-found');
  return ticket;
}

/** Like `readTicket`; also locks the row until the end of the transaction. */
export async function lockTicket(tx: Tx, actor: Actor, id: number): Promise<TicketRow> {
  await lockRecord(tx, 'ticket', id);
  return readTicket(tx, actor, id);
}

const instant = (ms: number | null) => (ms === null ? null : new Date(ms));

type DueColumns = Record<'first_reply_due' | 'solve_due' | 'due_at', Date | null>;

/** The columns with the due times of an open ticket. */
export function dueColumns(level: ServiceLevel, ticket: TicketRow): DueColumns {
  const { priority, pausedMs, dueStep: step, firstReplyAt } = ticket;
  const dues = duesOf(level, {
    priority,
    pausedMs,
    step,
    createdAt: Date.parse(ticket.createdAt),
    replied: firstReplyAt !== null,
  });
  return {
    first_reply_due: instant(dues.reply),
    solve_due: instant(dues.solve),
    due_at: ticket.state === 'open' ? instant(dues.next) : null,
  };
}

/** Working time of the desk on a ticket until an instant, without its pauses, in ms. */
export const workedMs = ({ hours }: ServiceLevel, { createdAt, pausedAt, pausedMs }: TicketRow, until: Date): number =>
  Math.max(
    0,
    openTimeBetween(hours, Date.parse(createdAt), pausedAt ? Date.parse(pausedAt) : until.getTime()) - pausedMs,
  );

type Taking = { as: readonly ('customer' | 'desk' | 'system')[]; detail?: Record<string, unknown> };

/** Takes a step of a locked ticket. Its clock runs while it is open. */
export async function moveTicket(
  tx: Tx,
  scope: Scope,
  ticket: TicketRow,
  step: TicketStep,
  taking: Taking,
): Promise<void> {
  const { to } = ticketLifecycle.steps[step];
  const now = new Date();
  const level = await serviceLevelOf(tx, scope, ticket.deskId);
  const set: Record<string, unknown> =
    to === 'solved'
      ? { solved_at: now, solve_ms: workedMs(level, ticket, now) }
      : to === 'open'
        ? { solved_at: null, solve_ms: null }
        : {};
  if (to === 'open' && ticket.pausedAt !== null) {
    const pausedMs = ticket.pausedMs + openTimeBetween(level.hours, Date.parse(ticket.pausedAt), now.getTime());
    Object.assign(ticket, { pausedMs, pausedAt: null });
    Object.assign(set, { paused_ms: pausedMs, paused_at: null, ...dueColumns(level, { ...ticket, state: 'open' }) });
  } else if (ticket.pausedAt === null) {
    ticket.pausedAt = now.toISOString();
    Object.assign(set, { paused_at: now, due_at: null });
  }
  await takeStep(tx, ticketLifecycle, ticket, step, { ...taking, set });
}
