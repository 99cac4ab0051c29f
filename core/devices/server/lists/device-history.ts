import { sql } from 'kysely';
import { resourcesWith } from '#platform/common/ability-resources.ts';
import { findIds } from '#platform/server/records/rows.ts';
import type { Handlers } from '#platform/server/serve.ts';
import { type DeviceHistoryRoutes, historyList } from '../../common/device-history.ts';
import { loggedLines } from './device-log.ts';

/** Serves `deviceHistoryRoutes(app)`: the lines about the devices that the caller may see. */
export const deviceHistoryHandlers = (app: string): Handlers<DeviceHistoryRoutes> => ({
  async list({ tx, list, actor }) {
    const structures = resourcesWith(actor.session, app, 'device', 'read');
    const { ids, totalRecords } = await findIds(tx, {
      table: 'device_log',
      spec: historyList,
      query: list,
      scope: actor.scope,
      where: [
        sql`EXISTS (SELECT FROM device d WHERE d.id = t.device_id AND d.app = ${app}
               AND (${structures}::integer[] IS NULL OR d.structure_id = ANY (${structures}::integer[])))`,
      ],
      columns: {
        solutionId: sql`(SELECT d.solution_id FROM device d WHERE d.id = t.device_id)`,
        // Where the device is now, like the structures that limit what the caller sees.
        structureId: sql`(SELECT d.structure_id FROM device d WHERE d.id = t.device_id)`,
      },
    });
    return { data: await loggedLines(tx, ids), totalRecords };
  },
});
