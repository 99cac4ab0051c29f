import { sql } from 'kysely';
import { queueCommand } from '#core/commands/server/api.ts';
import { deviceById, deviceFacts } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refusalWithin } from '#platform/server/records/savepoint.ts';
import { modelsWithSlots } from '../locks.ts';

/** Asks all locks that keep codes or cards for their lists. */
export async function readLists(kit: Kit): Promise<void> {
  for (const app of kit.apps) {
    const models = modelsWithSlots(app);
    if (models.length === 0) continue;
    await emittingAsSystem(kit, kit.db, async (context) => {
      const { rows } = await sql<{ id: number }>`
        SELECT f.id FROM ${sql.raw(deviceFacts)} f WHERE f.app = ${app.id} AND f.state = 'installed' AND f.hardware_id = ANY (${models}::integer[])`.execute(
        context.tx,
      );
      for (const { id } of rows) {
        const device = await deviceById(context.tx, id);
        if (!device) continue;
        await refusalWithin(context.tx, () =>
          queueCommand({ ...context, actor: null }, app, device, { method: 'listCodes', params: {}, replace: true }),
        );
      }
    });
  }
}
