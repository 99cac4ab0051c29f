import { type RawBuilder, sql } from 'kysely';
import { canDo } from '#platform/common/permission-key.ts';
import { sharedRows } from '#platform/server/records/shared-rows.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import type { MessageKind, TicketSide } from '../common/ticket.ts';

/** The companies of a ticket. */
export type TicketCompanies = { companyId: number; deskId: number | null; helperId: number | null };

const tickets = sharedRows({
  owner: 'customer',
  sides: [
    ['deskId', 'desk'],
    ['helperId', 'desk'],
  ],
  running: 'provides_for',
});

/** The side of the caller in a ticket that they may see. A provider that acts for the customer is on its side. */
export const ticketSide = (actor: Pick<Actor, 'session'>, ticket: TicketCompanies): TicketSide =>
  tickets.sideOf(actor, ticket);

/** The parties of the lifecycle that the caller is. */
export const ticketParties = ({ may }: Pick<Context, 'may'>, side: TicketSide): ('customer' | 'desk')[] =>
  side === 'customer' ? ['customer'] : may(canDo('company.ticket', 'handle')) ? ['desk'] : [];

/**
 * The condition that the caller sees the ticket `t`: tickets of the companies in the caller's scope, if the caller has
 * opened them or is an administrator, and those of their company's desk while the contract with the customer runs.
 */
export function ticketVisibleTo(actor: Actor): RawBuilder<unknown> {
  const { id, isAdmin, companyType } = actor.session.user;
  return tickets.visibleTo(actor, {
    among: isAdmin ? undefined : sql`t.opened_by = ${id}`,
    asSide: companyType === 'Integrator',
  });
}

/** The number of the newest message of the ticket `t` that the caller may read; 0 without one. */
function newestFor({ session: { user } }: Actor): RawBuilder<unknown> {
  if (user.adminType !== null) return sql`greatest(t.public_n, t.internal_n, t.platform_n)`;
  if (user.companyType !== 'Integrator') return sql`t.public_n`;
  return sql`CASE WHEN ${tickets.isSide(user.companyId)} THEN greatest(t.public_n, t.internal_n) ELSE t.public_n END`;
}

/** The number of the last message that the caller has read in the ticket `t`. */
export const lastReadBy = ({ session: { user } }: Actor): RawBuilder<unknown> =>
  sql`coalesce((SELECT r.last_n FROM ticket_read r WHERE r.user_id = ${user.id} AND r.ticket_id = t.id), 0)`;

/** The condition that the ticket `t` has messages that the caller has not read. Closed tickets need no attention. */
export const isUnreadBy = (actor: Actor): RawBuilder<unknown> =>
  sql`(t.state <> 'closed' AND ${newestFor(actor)} > ${lastReadBy(actor)})`;

/** The condition that the present target of the ticket `t` is missed. */
export const isOverdue = sql`(t.state = 'open' AND coalesce(CASE WHEN t.first_reply_at IS NULL THEN t.first_reply_due ELSE t.solve_due END < now(), false))`;

/** The companies whose people may be notified of a message of this kind; the platform is notified of all. */
export function audienceOf(ticket: TicketCompanies, kind: MessageKind): number[] {
  if (kind === 'platform') return [];
  return kind === 'internal' ? tickets.sidesOf(ticket) : tickets.audience(ticket);
}
