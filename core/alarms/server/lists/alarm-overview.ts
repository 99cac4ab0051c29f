import { sql } from 'kysely';
import { personNamed } from '#core/accounts/server/api.ts';
import { structureNamed } from '#core/places/server/api.ts';
import { inCompanies } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import type { alarmOverviewRoutes, RecentEvent } from '../../common/bell.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import { subjectName } from '../lifecycle/subject.ts';
import { ownersEvents } from '../parties/party-events.ts';
import { sidesOf } from '../parties/sides.ts';
import { listAlarms } from './read-alarms.ts';
import { partyInScope, readableAlarms, readableAsParty } from './readable-alarms.ts';

const none = { data: [], totalRecords: 0 };

type StoredEvent = RecentEvent & { byCompany: number | null };

/** A party sees the events of this many of its newest alarms. */
const partyAlarms = 2000;

/** SQL for the ids of the newest events that the caller may read, each part read in the order of an index. Null if it may read none. */
function newestEvents(context: Pick<Context, 'kit' | 'actor' | 'may' | 'list'>) {
  const { actor, list } = context;
  const readable = readableAlarms(context);
  if (!readable) return null;
  const newest = sql`ORDER BY e.id DESC LIMIT ${list.skip + list.limit}`;
  const own = sql`(SELECT e.id FROM alarm_event e JOIN alarm t ON t.id = e.alarm_id
     WHERE ${inCompanies(actor.scope, 'company_id', 'e')} AND ${readable} ${newest})`;
  const asParty = readableAsParty(context);
  if (!asParty) return own;
  return sql`${own} UNION ALL (SELECT e.id FROM (
      SELECT t.id, p.company_id, p.until_at FROM alarm_party p JOIN alarm t ON t.id = p.alarm_id
       WHERE ${partyInScope(context)} AND ${asParty} ORDER BY p.alarm_id DESC LIMIT ${partyAlarms}) t
    JOIN alarm_event e ON e.alarm_id = t.id
     AND (e.by_company = t.company_id OR ((t.until_at IS NULL OR e.at <= t.until_at)
          AND (e.action <> ALL (${ownersEvents}::text[]) OR e.data ->> 'companyId' = t.company_id::text))) ${newest})`;
}

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
      alarm: {
        ...event.alarm,
        severity: reads.asOf?.severity ?? event.alarm.severity,
        kind: declaredKindOf(event.alarm),
        names: null,
      },
      subject: reads.view.subject,
      structure: null,
    };
  });
}

export const alarmOverviewHandlers: Handlers<typeof alarmOverviewRoutes> = {
  open: (context) =>
    listAlarms(
      { ...context, list: { ...context.list, sort: { field: 'attention', direction: 'desc' } } },
      'all-apps',
      false,
    ),
  async events(context) {
    const found = newestEvents(context);
    if (!found) return none;
    const events = await sql<StoredEvent>`
      SELECT e.id, e.by_company, e.company_id, e.at, e.action, ${personNamed('e.actor_id')} AS actor,
             jsonb_build_object('id', a.id, 'app', a.app, 'class', a.class, 'kind', a.kind, 'names', a.names, 'severity', a.severity) AS alarm,
             ${subjectName} AS subject, ${structureNamed('a.structure_id')} AS structure
        FROM (${found}) found JOIN alarm_event e ON e.id = found.id JOIN alarm a ON a.id = e.alarm_id
       ORDER BY e.id DESC LIMIT ${context.list.limit} OFFSET ${context.list.skip}`.execute(context.tx);
    return { data: await seenByCompanies(context, events.rows), totalRecords: null };
  },
};
