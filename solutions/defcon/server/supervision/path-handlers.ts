import { sql } from 'kysely';
import { ownPathStates } from '#core/devices/server/api.ts';
import type { Tx } from '#platform/server/postgres/database.ts';
import type { Handlers } from '#platform/server/serve.ts';
import type { panelRoutes } from '../../common/panel/panel.ts';
import type { PanelPaths } from '../../common/panel/path.ts';
import { logPanel } from '../events/panel-log.ts';
import { changeablePanel } from '../panels/changeable-panel.ts';
import { visiblePanel } from '../panels/panel-rows.ts';
import { endPaths } from './end-paths.ts';
import { watchAgain } from './watch-again.ts';

async function pathsOf(tx: Tx, panelId: number): Promise<PanelPaths> {
  const { category } = await tx
    .selectFrom('defconPanel')
    .select('category')
    .where('id', '=', panelId)
    .executeTakeFirstOrThrow();
  const { rows } = await sql<PanelPaths['paths'][number]>`
    SELECT p.line, p.name, p.role, p.supervision, p.supervision_when_alone, s.state, s.last_at
      FROM defcon_path p LEFT JOIN ${sql.raw(ownPathStates)} s ON s.device_id = p.panel_id AND s.line = p.line
     WHERE p.panel_id = ${panelId} ORDER BY p.role DESC, p.id`.execute(tx);
  return { category, paths: rows };
}

/** The calls for the paths on which a panel reports. */
export const pathHandlers: Pick<Handlers<typeof panelRoutes>, 'paths' | 'setPaths'> = {
  async paths({ tx, actor, params }) {
    return pathsOf(tx, (await visiblePanel(tx, actor, params.id)).id);
  },
  async setPaths(context) {
    const { tx, params, body } = context;
    const { id: panelId, companyId } = await changeablePanel(context, params.id, 'update');
    const lines = body.paths.map(({ line }) => line);
    await endPaths(context, { id: panelId, companyId }, { without: lines });
    // There is never more than one.
    await tx
      .updateTable('defconPath')
      .set({ role: 'alternative' })
      .where('panelId', '=', panelId)
      .where('role', '=', 'primary')
      .where(
        'line',
        'not in',
        body.paths.flatMap(({ role, line }) => (role === 'primary' ? line : [])),
      )
      .execute();
    await tx
      .insertInto('defconPath')
      .values(
        body.paths.map(({ supervisionWhenAlone, ...path }) => ({
          ...{ ...path, panelId, companyId },
          supervisionWhenAlone: path.role === 'primary' ? null : supervisionWhenAlone,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['panelId', 'line']).doUpdateSet((row) => ({
          name: row.ref('excluded.name'),
          role: row.ref('excluded.role'),
          supervision: row.ref('excluded.supervision'),
          supervisionWhenAlone: row.ref('excluded.supervisionWhenAlone'),
        })),
      )
      .execute();
    await tx.updateTable('defconPanel').set({ category: body.category }).where('id', '=', panelId).execute();
    await logPanel(context, { id: panelId, companyId }, 'paths-set', { paths: lines.join(', ') });
    await watchAgain(tx, [panelId]);
    return pathsOf(tx, panelId);
  },
};
