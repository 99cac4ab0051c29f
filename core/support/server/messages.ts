import { sql } from 'kysely';
import { sendFile, storeFile } from '#platform/server/files/files.ts';
import { bypassRls, inTenant, type Tx } from '#platform/server/postgres/database.ts';
import { invalid, refuse } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import {
  type MessageKind,
  messageKindsOf,
  type messageRoutes,
  messagesAtOnce,
  type TicketMessage,
} from '../common/ticket.ts';
import { publishingOf, publishTicket } from './live-topics.ts';
import { serviceLevelOf } from './service-levels.ts';
import { ticketOf } from './ticket-rows.ts';
import { ticketParties, ticketSide } from './ticket-sides.ts';
import { dueColumns, lockTicket, moveTicket, type TicketRow, workedMs } from './ticket-steps.ts';

const mailAfterMs = 5 * 60_000;

type Reading = Pick<Context, 'tx' | 'actor' | 'kit'>;
type Writing = Pick<Context, 'tx' | 'actor' | 'kit' | 'may' | 'request' | 'afterCommit'>;

/** Messages of a ticket that the caller may see; the policy leaves out those of other kinds. */
async function messagesOf(
  { tx, actor, kit }: Reading,
  ticketId: number,
  where: ReturnType<typeof sql>,
  limit = 1,
): Promise<TicketMessage[]> {
  const me = actor.session.user.id;
  const found = await sql<TicketMessage>`
    SELECT m.n, m.ticket_id, m.created_at AS at, ${kit.history.person('m.author_id')} || jsonb_build_object('side', m.side) AS author,
           m.author_id = ${me} AS own, m.author_id <> ${me} AND m.n > r.last_n AS unread, m.kind, m.text, m.client_id, coalesce(f.files, '[]') AS files
      FROM ticket_message m
      CROSS JOIN (SELECT coalesce(max(last_n), 0) AS last_n FROM ticket_read WHERE ticket_id = ${ticketId} AND user_id = ${me}) r
      LEFT JOIN LATERAL (SELECT jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'mediaType', f.media_type, 'size', f.size) ORDER BY f.id) AS files
                           FROM ticket_file f WHERE f.ticket_id = m.ticket_id AND f.n = m.n) f ON true
     WHERE m.ticket_id = ${ticketId} AND ${where} ORDER BY m.n DESC LIMIT ${limit}`.execute(tx);
  return found.rows.reverse();
}

/**
 * Marks the messages up to `n` as read by the caller. An impersonating session does not mark messages of the person.
 */
export async function markRead(
  { tx, actor }: Pick<Context, 'tx' | 'actor'>,
  ticketId: number,
  n: number,
): Promise<void> {
  if (actor.scope.impersonatedBy) return;
  await sql`
    INSERT INTO ticket_read AS r (user_id, ticket_id, last_n) VALUES (${actor.session.user.id}, ${ticketId}, ${n})
    ON CONFLICT (user_id, ticket_id) DO UPDATE SET last_n = excluded.last_n WHERE r.last_n < excluded.last_n`.execute(
    tx,
  );
}

export type NewMessage = { text: string; kind: MessageKind; clientId: string; files?: readonly File[] | undefined };

/** Writes a message into a locked ticket, and updates the state and clock of the ticket. Returns its number. */
export async function writeMessage(context: Writing, ticket: TicketRow, message: NewMessage): Promise<number> {
  const { tx, actor, kit } = context;
  const side = ticketSide(actor, ticket);
  const { kind, text, clientId, files = [] } = message;
  if (ticket.state === 'closed') throw refuse(409, 'ticket-closed', {}, '20090001');
  if (!messageKindsOf[side].includes(kind)) throw invalid('kind', 'invalid');
  if (text === '' && files.length === 0) throw invalid('text', 'Required');
  const made = await tx
    .insertInto('ticketMessage')
    .values({ ticketId: ticket.id, side, kind, text, clientId })
    .returning('n')
    .executeTakeFirstOrThrow();
  const n = made.n;
  await storeFiles(context, ticket, n, files);
  await recordMessage(context, ticket, n, kind, side !== 'customer');
  await markRead(context, ticket.id, n);
  const page = publishingOf({ kit, actor, request: context.request });
  context.afterCommit(() => publishTicket(page, ticket, kind));
  return n;
}

/** Files count as those of the customer, whose rows a desk may not write. */
async function storeFiles({ tx, kit, actor }: Writing, ticket: TicketRow, n: number, files: readonly File[]) {
  for (const file of files) {
    const fileId = await bypassRls(tx, actor.scope, () => storeFile({ tx, kit }, ticket.companyId, file));
    await tx
      .insertInto('ticketFile')
      .values({
        ticketId: ticket.id,
        n,
        name: file.name,
        mediaType: file.type,
        size: file.size,
        fileId,
      })
      .execute();
  }
}

async function recordMessage(context: Writing, ticket: TicketRow, n: number, kind: MessageKind, answers: boolean) {
  const { tx, actor } = context;
  const newest = sql.ref(`${kind}_n`);
  if (kind !== 'public') {
    await sql`UPDATE ticket SET ${newest} = ${n} WHERE id = ${ticket.id}`.execute(tx);
    return;
  }
  const first = answers && ticket.firstReplyAt === null;
  const now = new Date();
  await sql`
    UPDATE ticket SET ${newest} = ${n}, last_message_at = ${now}, mail_at = coalesce(mail_at, ${new Date(now.getTime() + mailAfterMs)}::timestamptz)
     WHERE id = ${ticket.id}`.execute(tx);
  if (first) {
    Object.assign(ticket, { firstReplyAt: now.toISOString(), dueStep: 0 });
    const level = await serviceLevelOf(tx, actor.scope, ticket.deskId);
    const { due_at } = dueColumns(level, ticket);
    await tx
      .updateTable('ticket')
      .set({ firstReplyAt: now, replyMs: workedMs(level, ticket, now), dueStep: 0, dueAt: due_at })
      .where('id', '=', ticket.id)
      .execute();
  }
  const parties = ticketParties(context, answers ? 'desk' : 'customer');
  if (ticket.state === 'solved') await moveTicket(tx, actor.scope, ticket, 'reopen', { as: parties });
  else if (ticket.state === 'waiting' && !answers) await moveTicket(tx, actor.scope, ticket, 'resume', { as: parties });
}

const fileOf = async (tx: Tx, ticketId: number, id: number) => {
  return tx
    .selectFrom('ticketFile')
    .select(['fileId', 'name'])
    .where('ticketId', '=', ticketId)
    .where('id', '=', id)
    .executeTakeFirst();
};

export const messageHandlers: Handlers<typeof messageRoutes> = {
  async list(context) {
    const { params, query } = context;
    const ticket = await ticketOf(context, params.id);
    const where = query.before === undefined ? sql`true` : sql`m.n < ${query.before}`;
    const messages = await messagesOf(context, ticket.id, where, query.limit ?? messagesAtOnce);
    const newest = messages.at(-1);
    if (newest && query.before === undefined) await markRead(context, ticket.id, newest.n);
    return messages;
  },
  async create(context) {
    const { tx, actor, params, body } = context;
    const ticket = await lockTicket(tx, actor, params.id);
    const repeated = sql`m.client_id = ${body.clientId}::uuid AND m.author_id = ${actor.session.user.id}`;
    const [earlier] = await messagesOf(context, ticket.id, repeated);
    if (earlier) return earlier;
    const n = await writeMessage(context, ticket, body);
    const [made] = await messagesOf(context, ticket.id, sql`m.n = ${n}`);
    return made as TicketMessage;
  },
  async file(context) {
    const { kit, actor, params } = context;
    const { companyId, file } = await inTenant(kit.people.db, actor.scope, async (tx) => {
      const { companyId } = await ticketOf({ ...context, tx }, params.id);
      return { companyId, file: await fileOf(tx, params.id, params.fileId) };
    });
    if (!file) throw refuse(404, 'not-found');
    // The caller may read the message. Its file belongs to the customer, for whom a desk need not act.
    const ofCustomer = { ...actor, scope: { ...actor.scope, companies: [companyId] } };
    return sendFile({ ...context, actor: ofCustomer }, async () => file);
  },
};
