import { sql } from 'kysely';
import { personNamed, zoneOfCompany } from '#core/accounts/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AlarmCount, alarmCountRoutes } from '../../common/alarm-count.ts';
import type { alarmOverviewRoutes, RecentEvent } from '../../common/bell.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import { subjectName } from '../lifecycle/subject.ts';
import { hasSharedAlarms, sidesOf } from '../parties/sides.ts';
import { alarmRows } from './alarm-rows.ts';
import { readableAlarms, readableByAny } from './readable-alarms.ts';

const none = { data: [], totalRecords: 0 };
const longestDays = 370;
const mostKinds = 30;

const companiesOf = ({ scope }: Context['actor'], column: string) =>
  scope.companies === 'all' ? sql`true` : sql`${sql.ref(column)} = ANY (${scope.companies}::integer[])`;

type StoredEvent = RecentEvent & { byCompany?: number | null };

/** Events of alarms of several companies as the caller's company sees them. */
async function seenByCompanies(
  context: Pick<Context, 'tx' | 'kit' | 'actor'>,
  events: readonly StoredEvent[],
): Promise<RecentEvent[]> {
  const sides = await sidesOf(context, [...new Set(events.map(({ alarm }) => alarm.id))]);
  return events.map(({ byCompany, ...event }) => {
    const reads = sides.get(event.alarm.id)?.reads;
    if (!reads?.view) return event;
    return {
      ...event,
      companyId: reads.companyId,
      actor: byCompany === reads.companyId ? event.actor : null,
      alarm: { ...event.alarm, kind: declaredKindOf(event.alarm), names: null },
      subject: reads.view.subject,
      structure: null,
    };
  });
}

export const alarmOverviewHandlers: Handlers<typeof alarmOverviewRoutes> = {
  async open(context) {
    const { tx, actor, list } = context;
    const { structureId: structures, app: apps } = list.filters;
    // Parties do not find an alarm by the site of its owner.
    const readable = structures ? readableAlarms(context) : readableByAny(context);
    if (!readable) return none;
    const companies = structures || !hasSharedAlarms(context.kit.apps) ? companiesOf(actor, 't.company_id') : sql`true`;
    const found = await sql<{ id: number; total: number }>`
      SELECT t.id, count(*) OVER () AS total FROM alarm t
       WHERE t.closed_at IS NULL AND ${companies} AND ${readable}
         AND ${structures ? sql`t.structure_id = ANY (${structures}::integer[])` : sql`true`}
         AND ${apps ? sql`t.app = ANY (${apps}::text[])` : sql`true`}
       ORDER BY t.acknowledged_at IS NOT NULL, t.rank, t.severity DESC, t.first_at DESC, t.id DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    const ids = found.rows.map(({ id }) => id);
    return { data: await alarmRows(context, ids), totalRecords: found.rows[0]?.total ?? 0 };
  },
  async events(context) {
    const { tx, kit, actor, list } = context;
    const shared = hasSharedAlarms(kit.apps);
    const readable = readableByAny(context);
    if (!readable) return none;
    const events = await sql<StoredEvent>`
      SELECT e.id, ${shared ? sql`e.by_company,` : sql``} e.company_id, e.at, e.action, ${personNamed('e.actor_id')} AS actor,
             jsonb_build_object('id', a.id, 'app', a.app, 'class', a.class, 'kind', a.kind, 'names', a.names, 'severity', a.severity) AS alarm,
             ${subjectName} AS subject, ${structureNamed('a.structure_id')} AS structure
        FROM alarm_event e JOIN alarm a ON a.id = e.alarm_id JOIN alarm t ON t.id = a.id
       WHERE ${shared ? sql`true` : companiesOf(actor, 'e.company_id')} AND ${readable} ORDER BY e.id DESC LIMIT ${list.limit} OFFSET ${list.skip}`.execute(
      tx,
    );
    return { data: shared ? await seenByCompanies(context, events.rows) : events.rows, totalRecords: null };
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
