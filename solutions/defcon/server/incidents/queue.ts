import { sql } from 'kysely';
import { readableByAny, storedAlarms, storedParties } from '#core/alarms/server/api.ts';
import { deviceFacts } from '#core/devices/server/api.ts';
import { bypassRls } from '#platform/server/postgres/database.ts';
import { refuse } from '#platform/server/refuse.ts';
import type { Context } from '#platform/server/serve.ts';
import { ofIncidents } from '../../common/alarms.ts';
import type { QueueState } from '../../common/incidents/incident-file.ts';
import { seenPanels } from '../panels/panel-rows.ts';

type Heard = { inService: number; supervised: number; lastSignalAt: string | null };

/** How many incidents wait, and how many panels are heard, as far as the caller may see them. */
export async function readQueue(context: Pick<Context, 'tx' | 'kit' | 'actor' | 'may'>): Promise<QueueState> {
  const { tx, actor } = context;
  const readable = readableByAny(context);
  if (!readable) throw refuse(403, 'no-permission');
  // The company that has to act acknowledges it as the owner, or as a party.
  const companies = actor.scope.companies === 'all' ? [] : actor.scope.companies;
  const ranks = await sql<QueueState['ranks'][number]>`
    SELECT t.rank, count(*)::integer AS open, (count(*) FILTER (WHERE t.waits))::integer AS unacknowledged,
           (array_agg(jsonb_build_object('id', t.id, 'kind', t.kind, 'name', coalesce(t.subject_name, ''), 'at', t.first_at) ORDER BY t.first_at DESC, t.id DESC)
              FILTER (WHERE t.waits))[1] AS newest
      FROM (SELECT t.*, CASE WHEN t.desk_company_id IS NULL THEN t.acknowledged_at IS NULL AND t.company_id = ANY (${companies}::integer[])
                             ELSE EXISTS (SELECT FROM ${sql.raw(storedParties)} p
                                           WHERE p.alarm_id = t.id AND p.company_id = t.desk_company_id AND p.company_id = ANY (${companies}::integer[])
                                             AND p.acknowledged_at IS NULL AND p.until_at IS NULL) END AS waits
              FROM ${sql.raw(storedAlarms)} t WHERE t.app = 'defcon' AND t.class = ${ofIncidents} AND t.closed_at IS NULL AND ${readable}) t
     GROUP BY 1 ORDER BY 1`.execute(tx);
  // A company that watches panels does not see their devices.
  const heard = await bypassRls(tx, actor.scope, () =>
    sql<Heard>`
    SELECT (count(*) FILTER (WHERE t.service = 'active'))::integer AS in_service,
           (count(*) FILTER (WHERE t.service = 'active' AND t.connection <> 'offline'))::integer AS supervised, max(t.last_event_at) AS last_signal_at
      FROM (SELECT p.*, d.structure_id, d.connection FROM defcon_panel p JOIN ${sql.raw(deviceFacts)} d ON d.id = p.id) t
     WHERE ${seenPanels(actor)}`.execute(tx),
  );
  const { lastSignalAt, ...panels } = heard.rows[0] ?? { inService: 0, supervised: 0, lastSignalAt: null };
  return { ranks: ranks.rows, panels, lastSignalAt };
}
