import { sql } from 'kysely';
import { activeStaff, contactsOf } from '#core/accounts/server/api.ts';
import { sendNotice } from '#core/notices/server/api.ts';
import { type Kit, visibleApps } from '#platform/server/kit.ts';
import { appUrl } from '#platform/server/mail/app-url.ts';
import { isolated } from '#platform/server/mail/mail-layout.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import { appWithTickets, chatAddress } from '../common/pages.ts';
import type { TicketRow } from './ticket-steps.ts';

const kinds = ['reply', 'assigned', 'dueSoon', 'overdue', 'escalated', 'solved'] as const;
export type TicketMail = (typeof kinds)[number];
type Texts = { [Kind in TicketMail]: readonly [subject: string, text: string] } & {
  button: string;
  why(brand: string): string;
};

const texts: Record<'en' | 'ar', Texts> = {
  en: {
    reply: [
      'New reply',
      'A reply is waiting for you in this ticket. Please answer in the app: replies to this email are not read.',
    ],
    assigned: ['Assigned to you', 'This ticket is now yours to answer.'],
    dueSoon: ['Due soon', 'Four fifths of the time for this ticket have passed.'],
    overdue: ['Overdue', 'The time for this ticket has run out.'],
    escalated: ['Escalated', 'The platform now answers this ticket.'],
    solved: ['Solved', 'This ticket was marked as solved. A reply within 14 days reopens it.'],
    button: 'Open the ticket',
    why: (brand) => `You are receiving this email because you take part in a ticket of ${brand}.`,
  },
  ar: {
    reply: ['رد جديد', 'في هذه التذكرة رد بانتظارك. أجب عنه داخل التطبيق، فالرسائل الواردة إلى هذا البريد لا تُقرأ.'],
    assigned: ['أُسندت إليك', 'أصبحت هذه التذكرة في عهدتك.'],
    dueSoon: ['المهلة توشك أن تنتهي', 'انقضت أربعة أخماس المهلة المحددة لهذه التذكرة.'],
    overdue: ['تجاوزت المهلة', 'انتهت المهلة المحددة لهذه التذكرة.'],
    escalated: ['صُعّدت', 'أصبح الرد على هذه التذكرة من مسؤولية المنصة.'],
    solved: ['تم الحل', 'وُضعت علامة «تم الحل» على هذه التذكرة. أي رد خلال 14 يومًا يعيد فتحها.'],
    button: 'فتح التذكرة',
    why: (brand) => `وصلتك هذه الرسالة لأنك طرف في تذكرة دعم على ${brand}.`,
  },
};

type Mailed = Pick<TicketRow, 'id' | 'companyId' | 'subject'>;

/**
 * Notifies people about a ticket, each in their language. Runs as the role that sees all rows, like all functions here.
 */
export async function mailAboutTicket(
  tx: Tx,
  kit: Kit,
  ticket: Mailed,
  kind: TicketMail,
  ids: readonly number[],
): Promise<void> {
  const app = appWithTickets(visibleApps(kit));
  await sendNotice(tx, kit, {
    kind: 'ticket',
    people: await contactsOf(tx, ids),
    write: ({ locale }) => {
      const { [kind]: message, button, why } = texts[locale];
      return {
        app,
        subject: `${message[0]}: ${isolated(ticket.subject)}`,
        text: [message[1]],
        button: { label: button, url: appUrl(kit, app, (found) => chatAddress(found, ticket)) },
        why,
      };
    },
  });
}

/** The people who are notified for the desk of a ticket: its administrators. */
async function deskAdministrators(tx: Tx, { deskId }: Pick<TicketRow, 'deskId'>): Promise<number[]> {
  return (await activeStaff(tx, deskId)).filter(({ isAdmin }) => isAdmin).map(({ id }) => id);
}

/** Notifies the administrators of the desk of a ticket. */
export const mailDesk = async (tx: Tx, kit: Kit, ticket: TicketRow, kind: TicketMail): Promise<void> =>
  mailAboutTicket(tx, kit, ticket, kind, await deskAdministrators(tx, ticket));

/** Notifies a person that a ticket was assigned to them. */
export const mailAssigned = (tx: Tx, kit: Kit, ticket: TicketRow, userId: number): Promise<void> =>
  mailAboutTicket(tx, kit, ticket, 'assigned', [userId]);

/** The people who answer a ticket: the one assigned, otherwise the administrators of its desk. */
export const answerers = async (tx: Tx, ticket: TicketRow): Promise<number[]> =>
  ticket.assigneeId === null ? deskAdministrators(tx, ticket) : [ticket.assigneeId];

/** The people of the customer who have written in a ticket; its administrators if nobody has. */
export async function askers(tx: Tx, { id, companyId }: Mailed): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT DISTINCT author_id AS id FROM ticket_message WHERE ticket_id = ${id} AND side = 'customer'`.execute(tx);
  if (found.rows.length > 0) return found.rows.map((row) => row.id);
  return deskAdministrators(tx, { deskId: companyId });
}

/** Notifies both sides of a ticket that it was solved, except the person who did so. */
export async function mailSolved(tx: Tx, kit: Kit, ticket: TicketRow, by: number): Promise<void> {
  const people = [...(await askers(tx, ticket)), ...(await answerers(tx, ticket))];
  await mailAboutTicket(
    tx,
    kit,
    ticket,
    'solved',
    people.filter((id) => id !== by),
  );
}
