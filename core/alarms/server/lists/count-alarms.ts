import { type RawBuilder, sql } from 'kysely';
import { zoneOfCompany } from '#core/accounts/server/api.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { dayMs } from '#platform/common/time/wall-clock.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import { invalid } from '#platform/server/refuse.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { AlarmCount, alarmCountRoutes } from '../../common/alarm-count.ts';
import { declaredKind } from '../lifecycle/subject.ts';
import { inScope, partyInScope, readableAlarms, readableAsParty } from './readable-alarms.ts';

const longestDays = 370;
const mostKinds = 30;

type Reading = Pick<Context, 'kit' | 'actor' | 'may'> & {
  query: { class?: string | undefined; structureId?: number | undefined };
};
/** A condition on alarms `t`, for their owner and for a party `p`. */
type Counted = { own: RawBuilder<unknown>; party: RawBuilder<unknown> };

/** As lists have them: for a party that has ended the alarm is over. */
const open: Counted = { own: sql`t.closed_at IS NULL`, party: sql`t.closed_at IS NULL AND p.until_at IS NULL` };

/**
 * SQL for the alarms of an app that the lists show the caller: own ones, and those of other companies of which the caller's
 * are parties, each once. A party does not learn the names of rules. Null if the caller may read none.
 */
function shownAlarms(context: Reading, app: AppManifest, counted: Counted): RawBuilder<unknown> | null {
  const { actor, query } = context;
  const readable = readableAlarms(context, [app]);
  if (!readable) return null;
  const ofClass = query.class ? sql`t.class = ${query.class}` : sql`true`;
  const atSite = (site: string) => (query.structureId ? sql`${sql.ref(site)} = ${query.structureId}` : sql`true`);
  const own = sql`SELECT t.severity, t.kind, t.class, t.names, t.created_at FROM alarm t
    WHERE ${counted.own} AND ${inScope(context)} AND ${readable} AND ${ofClass} AND ${atSite('t.structure_id')}`;
  const asParty = readableAsParty(context, [app]);
  if (!asParty || actor.scope.companies === 'all') return sql`(${own})`;
  const isFirst = sql`NOT EXISTS (SELECT FROM alarm_party q WHERE q.alarm_id = t.id AND q.reads AND ${inCompanies(actor.scope, 'company_id', 'q')} AND q.company_id < p.company_id)`;
  return sql`(${own} UNION ALL
    SELECT t.severity, ${declaredKind('t.kind')} AS kind, t.class, NULL::jsonb AS names, t.created_at FROM alarm_party p JOIN alarm t ON t.id = p.alarm_id
     WHERE t.shared AND t.app = ${app.id} AND ${counted.party} AND ${partyInScope(context)} AND ${asParty} AND ${isFirst} AND ${ofClass} AND ${atSite('p.structure_id')})`;
}

/** Serves `alarmCountRoutes`. */
export const alarmCountHandlers = (app: AppManifest): Handlers<ReturnType<typeof alarmCountRoutes>> => ({
  async read(context) {
    const { tx, actor, query } = context;
    const [from, to] = [Date.parse(query.from), Date.parse(query.to)];
    if (to <= from) throw invalid('to', 'toAfterFrom');
    if (to - from > longestDays * dayMs) throw invalid('to', 'daysCount');
    const bySeverity = { good: 0, ok: 0, poor: 0, problem: 0 };
    const openAlarms = shownAlarms(context, app, open);
    const inPeriod = sql`t.created_at >= ${query.from}::timestamptz AND t.created_at < ${query.to}::timestamptz`;
    const raisedAlarms = shownAlarms(context, app, { own: inPeriod, party: inPeriod });
    if (!openAlarms || !raisedAlarms) return { open: bySeverity, kinds: [], raised: [] };
    const counts = await sql<{ severity: keyof typeof bySeverity; count: number }>`
      SELECT severity, count(*) AS count FROM ${openAlarms} t GROUP BY 1`.execute(tx);
    for (const { severity, count } of counts.rows) bySeverity[severity] = count;
    const kinds = await sql<AlarmCount['kinds'][number]>`
      SELECT kind, class, names, max(severity) AS severity, count(*) AS count FROM ${openAlarms} t
       GROUP BY 1, 2, 3 ORDER BY 4 DESC, 5 DESC, 1 LIMIT ${mostKinds}`.execute(tx);
    const zone = await zoneOfCompany(tx, actor.session.actingFor);
    const raised = await sql<{ day: string; count: number }>`
      SELECT to_char(rasid_wall(t.created_at, ${zone}), 'YYYY-MM-DD') AS day, count(*) AS count FROM ${raisedAlarms} t
       GROUP BY 1 ORDER BY 1`.execute(tx);
    return { open: bySeverity, kinds: kinds.rows, raised: raised.rows };
  },
});
