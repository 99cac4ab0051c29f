import { sql } from 'kysely';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Retention } from '#platform/server/retention/retention.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { eventList, type eventRoutes, type PanelEvent } from '../../common/panel/event.ts';
import type { Qualifier } from '../../common/panel/words.ts';
import { tellAudience } from '../panels/live-panels.ts';
import { type PanelPlace, visiblePanel } from '../panels/panel-rows.ts';

type Logged = Pick<PanelPlace, 'id' | 'companyId'>;
/** What a line of the log has besides. `isHit`: it is one of an alarm of people or dangers. */
type Details = { qualifier?: Qualifier; groupNo?: number | null; isHit?: boolean; alarmId?: number };

/** Writes to the log of a panel what a person has done. */
export function logPanel(
  context: Pick<Context, 'tx' | 'actor' | 'kit' | 'afterCommit'>,
  panel: Logged,
  code: string,
  data: object,
  details: Details = {},
): Promise<void> {
  return addLines(context, [{ panel, data: { ...data, by: context.actor.session.user.id } }], {
    ...{ source: 'app', code },
    ...details,
  });
}

/** Writes to the logs of panels what the platform has done or noticed. */
export const logBySystem = (
  context: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  code: string,
  lines: readonly { panel: Logged; data: object }[],
): Promise<void> => addLines(context, lines, { source: 'system', code });

async function addLines(
  context: Pick<Context, 'tx' | 'kit' | 'afterCommit'>,
  lines: readonly { panel: Logged; data: object }[],
  line: Details & { source: 'app' | 'system'; code: string },
): Promise<void> {
  if (lines.length === 0) return;
  await tellAudience(
    context,
    lines.map(({ panel }) => panel.id),
  );
  const rows = lines.map(({ panel: { id, companyId }, data }) => ({
    ...{ qualifier: 'status' as const, ...line },
    ...{ companyId, panelId: id, at: new Date().toISOString(), data: JSON.stringify(data) },
  }));
  await context.tx.insertInto('defconEvent').values(rows).execute();
}

/** What happened at panels is kept for two years, and longer while an incident with it is open. */
export const panelEventRetention: Retention = {
  ...{ setting: 'panelEvents', table: 'defcon_event', at: 'at' },
  hold: sql.raw('EXISTS (SELECT FROM defcon_incident i WHERE i.alarm_id = t.alarm_id AND i.closed_at IS NULL)'),
};

const part = (table: 'defcon_group' | 'defcon_zone', column: 'group_no' | 'zone_no') =>
  sql`CASE WHEN ${sql.ref(`e.${column}`)} IS NOT NULL THEN jsonb_build_object('number', ${sql.ref(`e.${column}`)}, 'name',
        (SELECT p.name FROM ${sql.table(table)} p WHERE p.panel_id = e.panel_id AND p.number = ${sql.ref(`e.${column}`)})) END`;

export const eventHandlers: Handlers<typeof eventRoutes> = {
  async list({ tx, actor, params, list }) {
    const { id } = await visiblePanel(tx, actor, params.id);
    const { ids, totalRecords } = await findIds(tx, {
      table: 'defcon_event',
      spec: eventList,
      columns: { zone: sql.ref('t.zone_no') },
      query: list,
      scope: actor.scope,
      // The panel was found to be seen.
      company: null,
      where: [sql`t.panel_id = ${id}`],
    });
    const { rows } = await sql<PanelEvent>`
      SELECT e.id, e.at, e.received_at, e.late, e.source, e.code, e.qualifier, ${part('defcon_group', 'group_no')} AS "group", ${part('defcon_zone', 'zone_no')} AS zone,
             coalesce((SELECT u.name FROM defcon_panel_user u WHERE u.panel_id = e.panel_id AND u.slot = e.user_slot), e.user_slot::text,
                      person_name((e.data ->> 'by')::integer)) AS "user", e.text, e.data - 'by' AS data, e.alarm_id
        FROM defcon_event e WHERE e.id = ANY (${ids}::integer[])`.execute(tx);
    return { data: inOrder(ids, rows), totalRecords };
  },
};
