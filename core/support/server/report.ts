import { sql } from 'kysely';
import { fold } from '#platform/common/search/search.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type reportRoutes, type TicketReport, ticketReportList } from '../common/report.ts';
import { ticketVisibleTo } from './ticket-sides.ts';

/** The columns of the report by the field that sorts by them. */
const columns: Record<(typeof ticketReportList.sort)[number], string> = {
  name: 'name',
  tickets: 'tickets',
  firstReplyMs: 'first_reply_ms',
  solveMs: 'solve_ms',
  late: 'late',
  reopened: 'reopened',
};

const percent = (part: string, whole: string) =>
  sql`(round(100.0 * count(*) FILTER (WHERE ${sql.raw(part)}) / nullif(count(*) FILTER (WHERE ${sql.raw(whole)}), 0), 1))::double precision`;
const median = (column: string) =>
  sql`(percentile_cont(0.5) WITHIN GROUP (ORDER BY ${sql.ref(column)}))::double precision`;

export const reportHandlers: Handlers<typeof reportRoutes> = {
  async list({ tx, actor, list: { search, sort, ranges, skip, limit } }) {
    const { from = null, to = null } = ranges.createdAt ?? {};
    const [field, direction] = sort ? [sort.field, sort.direction] : ticketReportList.defaultSort;
    const order = sql`${sql.ref(columns[field as keyof typeof columns])} ${sql.raw(direction === 'asc' ? 'ASC' : 'DESC')} NULLS LAST`;
    const words = search ? fold(search) : '';
    const found = await bypassRls(tx, actor.scope, () =>
      sql<TicketReport & { totalRecords: number }>`
        WITH answered AS (
          SELECT t.company_id, t.reply_ms, t.solve_ms, s.late, s.reopened, s.solved
            FROM ticket t CROSS JOIN LATERAL (
              SELECT coalesce(bool_or(step = 'overdue'), false) AS late, coalesce(bool_or(step = 'reopen'), false) AS reopened,
                     coalesce(bool_or(step = 'solve'), false) AS solved
                FROM ticket_step WHERE subject_id = t.id) s
           WHERE ${ticketVisibleTo(actor)} AND t.company_id IS DISTINCT FROM ${actor.session.user.companyId}
             AND t.created_at >= coalesce(${from}::timestamptz, '-infinity') AND t.created_at <= coalesce(${to}::timestamptz, 'infinity')),
        report AS (
          SELECT company_id AS id, company_called(company_id) AS name, count(*)::integer AS tickets,
                 ${median('reply_ms')} AS first_reply_ms, ${median('solve_ms')} AS solve_ms,
                 ${percent('late', 'true')} AS late, ${percent('solved AND reopened', 'solved')} AS reopened
            FROM answered GROUP BY company_id)
        SELECT *, count(*) OVER ()::integer AS total_records FROM report
         WHERE strpos(rasid_fold(name), ${words}) > 0 ORDER BY ${order}, id LIMIT ${limit} OFFSET ${skip}`.execute(tx),
    );
    return {
      data: found.rows.map(({ totalRecords: _, ...row }) => row),
      totalRecords: found.rows[0]?.totalRecords ?? 0,
    };
  },
};
