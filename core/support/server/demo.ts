import { sql } from 'kysely';
import { demoCompanies, demoUsers } from '#core/accounts/server/api.ts';
import type { Kit } from '#platform/server/kit.ts';
import { inSystem, systemScope, type Tx } from '#platform/server/postgres/database.ts';
import { lockRecord } from '#platform/server/records/lifecycle.ts';
import type { MessageKind, Ticket, TicketSide, TicketStep } from '../common/ticket.ts';
import { serviceLevelOf } from './service-levels.ts';

import { dueColumns, moveTicket, type TicketRow, workedMs } from './ticket-steps.ts';

type Line = { by: string; side: TicketSide; text: string; hoursAgo: number; kind?: MessageKind };
type DemoTicket = Pick<Ticket, 'subject' | 'category' | 'priority'> & {
  company: 'reem' | 'wadi' | 'qasr' | 'sahel';
  lines: readonly Line[];
  assignee?: string;
  steps?: readonly TicketStep[];
};

const tickets: readonly DemoTicket[] = [
  {
    company: 'reem',
    subject: 'The level of the roof tank of tower B stands still',
    category: 'device',
    priority: 'high',
    assignee: 'integrator',
    lines: [
      {
        by: 'customer',
        side: 'customer',
        text: 'The tank shows 62 % since Thursday, although the pumps run. Is it the sensor?',
        hoursAgo: 26,
      },
      {
        by: 'integrator',
        side: 'desk',
        text: 'Thank you, I can see it. The sensor reports, but always the same echo: most likely condensation on its face.',
        hoursAgo: 25,
      },
      {
        by: 'integrator',
        side: 'desk',
        kind: 'internal',
        text: 'Third time for this model. Take the spare with the heated face along.',
        hoursAgo: 25,
      },
      {
        by: 'customer',
        side: 'customer',
        text: 'Can somebody come before the weekend? Tenants complain about the pressure.',
        hoursAgo: 3,
      },
    ],
  },
  {
    company: 'wadi',
    subject: 'عداد المياه في الجناح الثالث لا يرسل قراءات',
    category: 'device',
    priority: 'normal',
    assignee: 'integrator',
    steps: ['wait'],
    lines: [
      {
        by: 'wadi',
        side: 'customer',
        text: 'توقفت قراءات العداد منذ أمس مساءً، ونحتاج إليها لإصدار فواتير الشهر.',
        hoursAgo: 30,
      },
      {
        by: 'integrator',
        side: 'desk',
        text: 'هل يمكنكم التأكد من أن مصدر التغذية في غرفة العدادات يعمل؟ سنتابع فور وصول ردكم.',
        hoursAgo: 28,
      },
    ],
  },
  {
    company: 'wadi',
    subject: 'طلب عرض سعر لعشرة حساسات تسرب',
    category: 'order',
    priority: 'low',
    lines: [
      {
        by: 'wadi',
        side: 'customer',
        text: 'نرغب في تركيب عشرة حساسات تسرب في المطابخ قبل شهر رمضان. ما المدة المتوقعة للتوريد؟',
        hoursAgo: 2,
      },
    ],
  },
  {
    company: 'qasr',
    subject: 'Our tax number is missing on the bill',
    category: 'payment',
    priority: 'normal',
    assignee: 'super',
    steps: ['solve'],
    lines: [
      {
        by: 'other',
        side: 'customer',
        text: 'The last bill does not show our TRN. Our accountant needs a corrected one.',
        hoursAgo: 70,
      },
      {
        by: 'super',
        side: 'platform',
        text: 'It was entered for the branch, not for the company. I have corrected the profile and issued the bill again.',
        hoursAgo: 66,
      },
      { by: 'other', side: 'customer', text: 'Received, thank you.', hoursAgo: 50 },
    ],
  },
  {
    company: 'sahel',
    subject: 'How do I give the night shift access to one depot only?',
    category: 'account',
    priority: 'normal',
    lines: [
      {
        by: 'newcomer',
        side: 'customer',
        text: 'The guards of Sohar should not see the alarms of Muscat. Where is that set?',
        hoursAgo: 5,
      },
    ],
  },
  {
    company: 'reem',
    subject: 'تجديد اشتراكات حساسات جودة الهواء',
    category: 'token',
    priority: 'normal',
    steps: ['solve', 'close'],
    lines: [
      {
        by: 'operator',
        side: 'customer',
        text: 'تنتهي اشتراكات ستة حساسات هذا الأسبوع. هل يمكن تجديدها دفعة واحدة؟',
        hoursAgo: 400,
      },
      { by: 'integrator', side: 'desk', text: 'جُددت الاشتراكات الستة لمدة اثني عشر شهرًا.', hoursAgo: 396 },
    ],
  },
];

const ago = (hours: number) => sql`now() - ${hours} * interval '1 hour'`;

async function insert(
  tx: Tx,
  people: Record<string, number>,
  companyId: number,
  deskId: number | null,
  one: DemoTicket,
) {
  const [first] = one.lines as [Line];
  const made = await sql<{ id: number }>`
    INSERT INTO ticket (company_id, desk_id, subject, category, priority, opened_by, assignee_id, created_at)
    VALUES (${companyId}, ${deskId}, ${one.subject}, ${one.category}, ${one.priority}, ${people[first.by]}, ${one.assignee ? people[one.assignee] : null}, ${ago(first.hoursAgo)})
    RETURNING id`.execute(tx);
  const id = made.rows[0]?.id as number;
  for (const { by, side, text, hoursAgo, kind = 'public' } of one.lines)
    await sql`
      INSERT INTO ticket_message (ticket_id, author_id, side, kind, text, client_id, created_at)
      VALUES (${id}, ${people[by]}, ${side}, ${kind}, ${text}, gen_random_uuid(), ${ago(hoursAgo)})`.execute(tx);
  await sql`
    UPDATE ticket t SET public_n = m.public_n, internal_n = m.internal_n, last_message_at = m.last, first_reply_at = m.replied
      FROM (SELECT coalesce(max(n) FILTER (WHERE kind = 'public'), 0) AS public_n, coalesce(max(n) FILTER (WHERE kind = 'internal'), 0) AS internal_n,
                   max(created_at) FILTER (WHERE kind = 'public') AS last,
                   min(created_at) FILTER (WHERE kind = 'public' AND side <> 'customer') AS replied
              FROM ticket_message WHERE ticket_id = ${id}) m WHERE t.id = ${id}`.execute(tx);
  await sql`
    INSERT INTO ticket_read (user_id, ticket_id, last_n) SELECT author_id, ${id}, max(n) FROM ticket_message WHERE ticket_id = ${id} GROUP BY author_id`.execute(
    tx,
  );
  const ticket = await lockRecord<TicketRow>(tx, 'ticket', id);
  const level = await serviceLevelOf(tx, systemScope, deskId);
  const { first_reply_due, solve_due, due_at } = dueColumns(level, ticket);
  const replyMs = ticket.firstReplyAt === null ? null : workedMs(level, ticket, new Date(ticket.firstReplyAt));
  await sql`
    UPDATE ticket SET first_reply_due = ${first_reply_due}, solve_due = ${solve_due}, due_at = ${due_at}, reply_ms = ${replyMs} WHERE id = ${id}`.execute(
    tx,
  );
  for (const step of one.steps ?? []) await moveTicket(tx, systemScope, ticket, step, { as: ['customer', 'desk'] });
}

/** Six tickets in both languages, of customers of an integrator and of the platform. */
export const demo = (kit: Kit): Promise<void> =>
  inSystem(kit.db, async (tx) => {
    const [companies, people] = [await demoCompanies(tx), await demoUsers(tx)];
    for (const one of tickets) {
      const deskId = one.company === 'reem' || one.company === 'wadi' ? companies.najm : null;
      await insert(tx, people, companies[one.company], deskId, one);
    }
  });
