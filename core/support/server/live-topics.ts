import { sql } from 'kysely';
import type { Kit } from '#platform/server/kit.ts';
import { openPageId } from '#platform/server/live/live.ts';
import type { LiveTopics } from '#platform/server/live/live-topics.ts';
import { inTenant } from '#platform/server/postgres/database.ts';
import type { Context } from '#platform/server/serve.ts';
import type { MessageKind, TicketSide } from '../common/ticket.ts';
import { ticketAccess } from '../common/ticket-access.ts';
import { audienceOf, type TicketCompanies, ticketVisibleTo } from './ticket-sides.ts';

const read = ticketAccess('read');

/** Events carry only the id of a ticket: pages then read it, which checks their permission. */
export const ticketTopics: LiveTopics = {
  companies: [{ name: 'tickets', concerns: ({ may }) => may(read) }],
  records: [
    {
      names: ['ticket'],
      async follow({ kit, actor, may }, { ticket: ids = [] }) {
        if (!may(read)) return new Map();
        const seen = await inTenant(kit.people.db, actor.scope, (tx) =>
          sql<{ id: number }>`
            SELECT t.id FROM ticket t WHERE t.id = ANY (${ids}::integer[]) AND ${ticketVisibleTo(actor)} ORDER BY t.id`.execute(
            tx,
          ),
        );
        return new Map(seen.rows.map(({ id }) => [`ticket:${id}`, [`ticket:${id}`]]));
      },
      passes: () => false,
    },
  ],
};

type Publishing = { kit: Kit; page?: string | undefined };
type Changed = TicketCompanies & { id: number };

/** Publishes that a ticket has changed, or has a new message of a kind. */
export function publishTicket({ kit, page }: Publishing, ticket: Changed, kind: MessageKind = 'public'): void {
  const audience = audienceOf(ticket, kind);
  for (const topic of ['tickets', `ticket:${ticket.id}`])
    kit.live.publish({ topic, type: 'changed', companyId: null, audience, data: { id: ticket.id }, by: page });
}

/** Publishes that a person is writing in a ticket. */
export function publishTyping(
  { kit, page }: Publishing,
  ticket: Changed,
  kind: MessageKind,
  data: { userId: number; name: string; side: TicketSide },
): void {
  const topic = `ticket:${ticket.id}`;
  if (kit.live.wanted(topic))
    kit.live.publish({ topic, type: 'typing', companyId: null, audience: audienceOf(ticket, kind), data, by: page });
}

/** The page that makes a request, for the echo of its own changes. */
export const publishingOf = ({ kit, actor, request }: Pick<Context, 'kit' | 'actor' | 'request'>): Publishing => ({
  kit,
  page: openPageId(actor.sessionId, request.headers),
});
