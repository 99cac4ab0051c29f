import { sql } from 'kysely';
import type { Emitting } from '#platform/server/domain-events.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { answerers, askers, mailAboutTicket } from './ticket-mails.ts';
import type { TicketRow } from './ticket-steps.ts';

const unreadMinutes = 5;
/** A person gets at most one mail about a ticket in this time. */
const pauseMinutes = 60;

type Waiting = {
  userId: number;
  /** Messages that have waited long enough, or when the oldest will have. */
  due: boolean;
  nextAt: string | null;
};

/**
 * Mails the readers of a ticket who have not read what the other side wrote. Later messages do not postpone the mail, so
 * that a long conversation cannot delay it forever.
 */
export async function mailUnread({ tx, kit }: Emitting, ticket: TicketRow): Promise<void> {
  const asking = await askers(tx, ticket);
  const waiting = await waitingReaders(tx, ticket.id, asking, await answerers(tx, ticket));
  const due = waiting.filter((one) => one.due).map(({ userId }) => userId);
  await mailAboutTicket(tx, kit, ticket, 'reply', due);
  await sql`
    INSERT INTO ticket_read (user_id, ticket_id, mailed_at) SELECT id, ${ticket.id}, now() FROM unnest(${due}::integer[]) id
    ON CONFLICT (user_id, ticket_id) DO UPDATE SET mailed_at = excluded.mailed_at`.execute(tx);
  const next = waiting.flatMap(({ nextAt }) => nextAt ?? []).sort()[0] ?? null;
  await tx.updateTable('ticket').set({ mailAt: next }).where('id', '=', ticket.id).execute();
}

/** The readers with unread messages of the other side that no mail has announced to them. */
async function waitingReaders(tx: Tx, ticketId: number, asking: number[], answering: number[]): Promise<Waiting[]> {
  const minutes = (count: number) => sql`${count} * interval '1 minute'`;
  const found = await sql<Waiting>`
    WITH waiting AS (
      SELECT u.id, r.mailed_at + ${minutes(pauseMinutes)} AS paused_until, min(m.created_at) + ${minutes(unreadMinutes)} AS due_at
        FROM (SELECT id, true AS asks FROM unnest(${asking}::integer[]) id UNION ALL
              SELECT id, false FROM unnest(${answering}::integer[]) id WHERE id <> ALL (${asking}::integer[])) u
        LEFT JOIN ticket_read r ON r.ticket_id = ${ticketId} AND r.user_id = u.id
        JOIN ticket_message m ON m.ticket_id = ${ticketId} AND m.kind = 'public' AND (m.side = 'customer') <> u.asks
             AND m.n > coalesce(r.last_n, 0) AND m.created_at > coalesce(r.mailed_at - ${minutes(unreadMinutes)}, '-infinity')
       GROUP BY u.id, r.mailed_at)
    SELECT id AS user_id, greatest(due_at, paused_until) <= now() AS due,
           CASE WHEN greatest(due_at, paused_until) > now() THEN greatest(due_at, paused_until) END AS next_at FROM waiting`.execute(
    tx,
  );
  return found.rows;
}
