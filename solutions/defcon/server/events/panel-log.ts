import { sql } from 'kysely';
import { findIds, inOrder } from '#platform/server/records/rows.ts';
import type { Context, Handlers } from '#platform/server/serve.ts';
import { eventList, type eventRoutes, type PanelEvent } from '../../common/panel/event.ts';
import { tellPanels } from '../panels/live-panels.ts';
import { visiblePanel } from '../panels/panel-rows.ts';

/** Writes to the log of a panel what a person has done. */
export async function logPanel(
  context: Pick<Context, 'tx' | 'actor' | 'kit' | 'afterCommit'>,
  { id, companyId }: { id: number; companyId: number },
  code: string,
  data: object,
): Promise<void> {
  const { tx, actor } = context;
  tellPanels(context, [{ id, companyId }]);
  await tx
    .insertInto('defconEvent')
    .values({
      companyId,
      panelId: id,
      at: new Date().toISOString(),
      source: 'app',
      code,
      qualifier: 'status',
      data: JSON.stringify({ ...data, by: actor.session.user.id }),
    })
    .execute();
}

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
