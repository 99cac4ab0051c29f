import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { deviceFacts, deviceNamed } from '#core/devices/server/api.ts';
import { possibleSteps } from '#platform/common/lifecycle/lifecycle.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { inOrder } from '#platform/server/records/rows.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Actor, Context } from '#platform/server/serve.ts';
import { type Ticket, type TicketAction, ticketLifecycle } from '../common/ticket.ts';
import {
  isOverdue,
  isUnreadBy,
  lastReadBy,
  type TicketCompanies,
  ticketParties,
  ticketSide,
  ticketVisibleTo,
} from './ticket-sides.ts';

export type TicketContext = Pick<Context, 'tx' | 'actor' | 'may'>;
type Row = Omit<Ticket, 'side' | 'allowed'> & TicketCompanies;

const numberOf = (column: string) => sql`'T-' || lpad(${sql.ref(column)}::text, 6, '0')`;
const company = (column: string) =>
  sql`CASE WHEN ${sql.ref(column)} IS NOT NULL THEN jsonb_build_object('id', ${sql.ref(column)}, 'name', company_called(${sql.ref(column)})) END`;

const columns = (actor: Actor) => sql`
  t.id, ${numberOf('t.id')} AS number, t.company_id, t.desk_id, t.helper_id, ${company('t.company_id')} AS company,
  ${company('t.desk_id')} AS desk, t.subject, t.category, t.priority, t.state,
  ${deviceNamed('t.device_id')} || jsonb_build_object('app', (SELECT f.app FROM ${sql.raw(deviceFacts)} f WHERE f.id = t.device_id)) AS device,
  CASE WHEN t.order_id IS NOT NULL THEN jsonb_build_object('id', t.order_id, 'number', t.order_number) END AS order,
  CASE WHEN t.follows_id IS NOT NULL THEN jsonb_build_object('id', t.follows_id, 'number', ${numberOf('t.follows_id')}) END AS follows,
  ${personNamed('t.opened_by')} AS opened_by, ${personNamed('t.assignee_id')} AS assignee,
  t.created_at, t.last_message_at, t.first_reply_at, t.solved_at,
  CASE WHEN t.paused_at IS NULL THEN t.first_reply_due END AS first_reply_due,
  CASE WHEN t.paused_at IS NULL THEN t.solve_due END AS solve_due, ${isOverdue} AS overdue,
  -- The policy of the messages leaves out what the caller may not read.
  CASE WHEN ${isUnreadBy(actor)} THEN (SELECT count(*) FROM ticket_message m WHERE m.ticket_id = t.id AND m.n > ${lastReadBy(actor)}) ELSE 0 END AS unread`;

/** The tickets with these ids that the caller may see, in their order. */
export async function ticketsOf(context: TicketContext, ids: readonly number[]): Promise<Ticket[]> {
  const { tx, actor } = context;
  const found = await sql<Row>`
    SELECT ${columns(actor)} FROM ticket t WHERE t.id = ANY (${ids}::integer[]) AND ${ticketVisibleTo(actor)}`.execute(
    tx,
  );
  return inOrder(ids, found.rows).map(({ deskId, helperId, ...row }) => {
    const side = ticketSide(actor, { companyId: row.companyId, deskId, helperId });
    return { ...row, side, allowed: allowedIn(context, row, side) };
  });
}

/** Returns the ticket if the caller may see it; otherwise refuses as if it did not exist. */
export async function ticketOf(context: TicketContext, id: number): Promise<Ticket> {
  const [found] = await ticketsOf(context, [id]);
  if (!found) throw refuse(404, 'not-found');
  return found;
}

function allowedIn(
  { may }: TicketContext,
  { state, desk }: Pick<Row, 'state' | 'desk'>,
  side: Ticket['side'],
): TicketAction[] {
  const mayWrite = may(canDo('company.ticket', 'comment'));
  const parties = mayWrite ? ticketParties({ may }, side) : [];
  const handles = parties.includes('desk') && state !== 'closed';
  return [
    ...possibleSteps(ticketLifecycle, state, parties),
    ...(mayWrite && state !== 'closed' ? (['reply'] as const) : []),
    ...(handles ? (['assign', 'prioritize'] as const) : []),
    ...(handles && desk !== null ? (['escalate'] as const) : []),
    ...(state === 'closed' && may(canDo('company.ticket', 'create')) ? (['follow-up'] as const) : []),
  ];
}
