import { sql } from 'kysely';
import { deviceById, deviceFacts, newestValues, queueCommand, sensorRegistry } from '#core/devices/server/api.ts';
import { emittingAsSystem } from '#platform/server/domain-events.ts';
import type { Kit } from '#platform/server/kit.ts';
import { refusalOf } from '#platform/server/savepoint.ts';

/** A clock that is this far off is set, in seconds. */
const clockTolerance = 60;

/** Asks all locks with a keypad for their lists of codes, and sets the clocks of those whose clock is off. */
export async function readLists(kit: Kit): Promise<void> {
  const offset = sensorRegistry(kit.apps).named('devices', 'clockOffset')?.id ?? 0;
  for (const app of kit.apps) {
    const models = Object.entries(app.access?.models ?? {}).flatMap(([id, { keypad }]) => (keypad ? [Number(id)] : []));
    if (models.length === 0) continue;
    await emittingAsSystem(kit, kit.db, async (context) => {
      const { rows } = await sql<{ id: number; off: number | null }>`
        SELECT f.id, v.value AS off FROM ${sql.raw(deviceFacts)} f LEFT JOIN ${sql.raw(newestValues)} v ON v.device_id = f.id AND v.sensor_id = ${offset}
         WHERE f.app = ${app.id} AND f.state = 'installed' AND f.hardware_id = ANY (${models}::integer[])`.execute(
        context.tx,
      );
      for (const { id, off } of rows) {
        const device = await deviceById(context.tx, id);
        if (!device) continue;
        const order = (method: string, params: Record<string, number>) =>
          refusalOf(context.tx, () =>
            queueCommand({ ...context, actor: null }, app, device, { method, params, replace: true }),
          );
        await order('listCodes', {});
        if (off !== null && Math.abs(off) > clockTolerance)
          await order('setClock', { ts: Math.floor(Date.now() / 1000), offsetMinutes: 0 });
      }
    });
  }
}
