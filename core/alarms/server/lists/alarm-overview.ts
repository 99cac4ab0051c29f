import { sql } from 'kysely';
import { personNamed, zoneOfCompany } from '#core/accounts/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AlarmCount, alarmCountRoutes } from '../../common/alarm-count.ts';
import type { alarmOverviewRoutes, RecentEvent } from '../../common/bell.ts';
import { subjectName } from '../lifecycle/subject.ts';
import { alarmRows } from './alarm-rows.ts';
import { readableAlarms } from './readable-alarms.ts';

const none = { data: [], totalRecords: 0 };
const longestDays = 370;
const mostKinds = 30;

const companiesOf = ({ scope }: Context['actor'], column: string) =>
  scope.companies === 'all' ? sql`true` : sql`${sql.ref(column)} = ANY (${scope.companies}::integer[])`;

export const alarmOverviewHandlers: Handlers<typeof alarmOverviewRoutes> = {
  async open(context) {
    const { tx, kit, actor, list } = context;
    const readable = readableAlarms(context);
    if (!readable) return none;
    const { structureId: structures, app: apps } = list.filters;
    const found = await sql<{ id: number; total: number }>`
      SELECT t.id, count(*) OVER () AS total FROM alarm t
       WHERE t.closed_at IS NULL AND ${companiesOf(actor, 't.company_id')} AND ${readable}
         AND ${structures ? sql`t.structure_id = ANY (${structures}::integer[])` : sql`true`}
         AND ${apps ? sql`t.app = ANY (${apps}::text[])` : sql`true`}
       ORDER BY t.acknowledged_at IS NOT NULL, t.rank, t.severity DESC, t.first_at DESC, t.id DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    const ids = found.rows.map(({ id }) => id);
    return { data: await alarmRows(tx, kit.apps, ids), totalRecords: found.rows[0]?.total ?? 0 };
  },
  async events(context) {
    const { tx, actor, list } = context;
    const readable = readableAlarms(context);
    if (!readable) return none;
    const events = await sql<RecentEvent>`
      SELECT e.id, e.company_id, e.at, e.action, ${personNamed('e.actor_id')} AS actor,
             jsonb_build_object('id', a.id, 'app', a.app, 'class', a.class, 'kind', a.kind, 'names', a.names, 'severity', a.severity) AS alarm,
             ${subjectName} AS subject, ${structureNamed('a.structure_id')} AS structure
        FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id JOIN alarm t ON t.id = a.id
       WHERE ${companiesOf(actor, 'e.company_id')} AND ${readable} ORDER BY e.id DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    return { data: events.rows, totalRecords: null };
  },
};

/** Serves `alarmCountRoutes`. */
export const alarmCountHandlers = (app: AppManifest): Handlers<ReturnType<typeof alarmCountRoutes>> => ({
  async read(context) {
    const { tx, actor, query } = context;
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    if (to <= from) throw invalid('to', 'toAfterFrom');
    if (to - from > longestDays * dayMs) throw invalid('to', 'daysCount');
    const open = { good: 0, ok: 0, poor: 0, problem: 0 };
    const readable = readableAlarms(context, [app]);
    if (!readable) return { open, kinds: [], raised: [] };
    const where = sql`${companiesOf(actor, 't.company_id')} AND ${readable}
      AND ${query.class ? sql`t.class = ${query.class}` : sql`true`} AND ${query.structureId ? sql`t.structure_id = ${query.structureId}` : sql`true`}`;
    const counts = await sql<{ severity: keyof typeof open; count: number }>`
      SELECT severity, count(*) AS count FROM alarm t WHERE t.closed_at IS NULL AND ${where} GROUP BY 1`.execute(tx);
    for (const { severity, count } of counts.rows) open[severity] = count;
    const kinds = await sql<AlarmCount['kinds'][number]>`
      SELECT kind, class, names, max(severity) AS severity, count(*) AS count FROM alarm t
       WHERE t.closed_at IS NULL AND ${where} GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 1 LIMIT ${mostKinds}`.execute(
      tx,
    );
    const zone = await zoneOfCompany(tx, actor.session.actingFor);
    const raised = await sql<{ day: string; count: number }>`
      SELECT to_char(rasid_wall(t.created_at, ${zone}), 'YYYY-MM-DD') AS day, count(*) AS count FROM alarm t
       WHERE t.created_at >= ${query.from}::timestamptz AND t.created_at < ${query.to}::timestamptz AND ${where} GROUP BY 1 ORDER BY 1`.execute(
      tx,
    );
    return { open, kinds: kinds.rows, raised: raised.rows };
  },
});
